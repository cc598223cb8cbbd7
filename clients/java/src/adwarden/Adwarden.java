package adwarden;

/** The ads of one app. All values come at once, from memory, on any thread; reading them asks the server when it is time to. */
public abstract class Adwarden {
  public static final String VERSION = "0.4.0"; // of the server that this client comes with

  public enum OnOff { ON, OFF }

  /** Hears whether the server has answered. */
  public interface Ready {
    void ready(boolean isAnswered);
  }

  Adwarden() {} // so that later versions can have more methods

  /**
   * Starts the client of an app: reads the stored answer, then asks the server in the background. A second start of the
   * same app gets the same client, with the newest address and token. Never throws.
   */
  public static Adwarden start(Options options) {
    return Client.startOnce(options);
  }

  /** The ad unit of a slot; null when ads are off or the slot is empty. */
  public String adUnit(Slot slot) {
    return read().unit(slot);
  }

  public OnOff adsStatus() {
    return read().onOff("adsStatus");
  }

  /** Why ads are off; null when they are on. `no-answer` and `unauthorized` come from this client. */
  public String reason() {
    return read().text("reason");
  }

  public OnOff visibleExtra() {
    return read().onOff("visibleExtra");
  }

  /** When the app's configuration was changed (ISO 8601), or null. */
  public String updatedAt() {
    return read().text("updatedAt");
  }

  /** Whether the values are of an earlier start or the defaults, and the server has not confirmed them since. */
  public abstract boolean isFromCache();

  /** How asking the server goes, and why it fails. */
  public abstract Status status();

  /**
   * Calls `ready` once, on `Options.listenerThread`: with true when the server has answered since the start, with false
   * when it could not, or after `ms` milliseconds. Returns at once.
   */
  public abstract void whenReady(long ms, Ready ready);

  /** Asks the server now, in the background, unless it has asked for a longer wait. */
  public abstract void refresh();

  /** To be called when the device is online or the app in the foreground again. On Android `AndroidWakeUps` does it. */
  public abstract void wake();

  /**
   * Calls `listener` on `Options.listenerThread`: soon, if an answer is known, and after each change of a value. While
   * there is a listener, the answer is kept fresh.
   */
  public abstract void addListener(Runnable listener);

  public abstract void removeListener(Runnable listener);

  /** Ends all retries. The next start makes a new client. */
  public abstract void close();

  /** The values that count now. */
  abstract Ads read();
}
