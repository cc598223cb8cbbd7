package android.content;

import android.content.pm.ApplicationInfo;

public abstract class Context {
  public static final int MODE_PRIVATE = 0;
  public static final String CONNECTIVITY_SERVICE = "connectivity";

  public abstract Object getSystemService(String name);

  public abstract SharedPreferences getSharedPreferences(String name, int mode);

  public abstract ApplicationInfo getApplicationInfo();
}
