package adwarden;

/** Where the last answer is stored. It may throw: the client then goes on without it. Called in the background. */
public interface Storage {
  /** The text that was stored under a key; null when there is none. */
  String read(String key) throws Exception;

  /** Stores a text, as a whole or not at all. */
  void write(String key, String text) throws Exception;
}
