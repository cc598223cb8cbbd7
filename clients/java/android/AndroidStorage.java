package adwarden;

import android.content.SharedPreferences;

/** A storage in SharedPreferences, which Android replaces as a whole. Pass `context.getSharedPreferences("adwarden", 0)`. */
public final class AndroidStorage implements Storage {
  private final SharedPreferences preferences;

  public AndroidStorage(SharedPreferences preferences) {
    this.preferences = preferences;
  }

  @Override
  public String read(String key) {
    return preferences.getString(key, null);
  }

  @Override
  public void write(String key, String text) {
    preferences.edit().putString(key, text).commit();
  }
}
