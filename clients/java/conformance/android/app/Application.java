package android.app;

import android.content.Context;
import android.content.SharedPreferences;
import android.content.pm.ApplicationInfo;
import android.net.ConnectivityManager;
import android.os.Bundle;

/** The part of Android that the client and its README need. The suite wakes clients by `callbacks`. */
public class Application extends Context {
  public ActivityLifecycleCallbacks callbacks;

  public void onCreate() {}

  public void registerActivityLifecycleCallbacks(ActivityLifecycleCallbacks callbacks) {
    this.callbacks = callbacks;
  }

  @Override
  public Object getSystemService(String name) {
    return new ConnectivityManager();
  }

  @Override
  public SharedPreferences getSharedPreferences(String name, int mode) {
    return null;
  }

  @Override
  public ApplicationInfo getApplicationInfo() {
    return new ApplicationInfo();
  }

  public interface ActivityLifecycleCallbacks {
    void onActivityCreated(Activity activity, Bundle state);

    void onActivityStarted(Activity activity);

    void onActivityResumed(Activity activity);

    void onActivityPaused(Activity activity);

    void onActivityStopped(Activity activity);

    void onActivitySaveInstanceState(Activity activity, Bundle state);

    void onActivityDestroyed(Activity activity);
  }
}
