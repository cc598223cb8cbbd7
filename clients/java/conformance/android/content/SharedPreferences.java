package android.content;

/** The part of Android that AndroidStorage needs, so that the tests can compile it. */
public interface SharedPreferences {
  String getString(String key, String other);

  Editor edit();

  interface Editor {
    Editor putString(String key, String value);

    boolean commit();
  }
}
