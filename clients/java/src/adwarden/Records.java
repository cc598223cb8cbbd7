package adwarden;

/** Reads and writes what is stored of an app, in a storage that may be slow, full or broken. Never throws. */
final class Records implements Runnable {
  private final Options options;
  private final String key;
  private Stored unwritten;
  private boolean isWriting;

  Records(Options options) {
    this.options = options;
    key = "adwarden-" + options.appID.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** Blocks. Null when nothing of use is stored. */
  Stored read() {
    try {
      return Stored.read(options.appID, options.storage.read(key), options.device.uptime());
    } catch (Throwable e) {
      return null; // the storage is the app's, and what is in it may be anything
    }
  }

  /** Writes in the background, one at a time; while one is written, only the newest waits. */
  synchronized void write(Stored newest) {
    unwritten = newest;
    writeLeft();
  }

  /** Writes what is left over because no thread could be started. */
  synchronized void writeLeft() {
    if (unwritten != null && !isWriting && options.storage != null) {
      isWriting = options.device.run(this);
    }
  }

  @Override
  public void run() {
    for (Stored next = take(); next != null; next = take()) {
      try {
        String text = next.write(options.appID);
        if (text != null) options.storage.write(key, text);
      } catch (Throwable e) {
        // A full or broken storage costs the next start its cache, nothing else.
      }
    }
  }

  private synchronized Stored take() {
    Stored next = unwritten;
    unwritten = null;
    isWriting = next != null;
    return next;
  }
}
