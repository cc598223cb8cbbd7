package adwarden;

import java.util.concurrent.Executor;

/** How a client is started: the server's address, the app, and what is optional. */
public final class Options {
  /** Gets lines for developers. It must not wait for another thread. */
  public interface Log {
    void log(String line);
  }

  final String address; // without slashes at its end
  final String appID;
  final String authToken;
  Storage storage;
  String defaults;
  boolean useSampleAds;
  boolean useIosSampleAds;
  Executor listenerThread = new Android();
  private Log log;
  Device device = new Device(); // tests have another one
  int longestStartMs = 100; // for the storage; listeners hear of what is read later
  int timeoutMs = 10_000;
  volatile boolean isInformed; // the last answer came after an informational one (1xx)

  /** `address` is the server's, such as `https://adwarden.example.com`. */
  public Options(String address, String appID, String authToken) {
    this.address = String.valueOf(address).trim().replaceAll("/+$", "");
    this.appID = String.valueOf(appID).trim();
    this.authToken = String.valueOf(authToken).trim();
  }

  /** Without it, every start needs the network. */
  public Options storage(Storage storage) {
    this.storage = storage;
    return this;
  }

  /** An answer of the server as text ("Download defaults" in Connect), until the first answer is known. */
  public Options defaults(String answer) {
    this.defaults = answer;
    return this;
  }

  /** For debug builds: Google's sample ad units of Android, whatever the server says. */
  public Options useSampleAds(boolean use) {
    this.useSampleAds = use;
    return this;
  }

  /** The same with those of iOS. */
  public Options useIosSampleAds(boolean use) {
    this.useIosSampleAds = use;
    return useSampleAds(use);
  }

  /** For debug builds: gets why no answer comes, once for each cause. With sample ads it is System.err if not set. */
  public Options log(Log log) {
    this.log = log;
    return this;
  }

  /** Where listeners are called. Without it, on Android's main thread; elsewhere on a thread of the client. */
  public Options listenerThread(Executor executor) {
    this.listenerThread = executor;
    return this;
  }

  /** What is wrong with the address; null when it is right. */
  String fault() {
    boolean isAddress = address.matches("(?i)https?://[^\\s/?#@]+(/[^\\s?#]*)?");
    return isAddress ? null : "\"" + address + "\" is no address such as https://adwarden.example.com";
  }

  boolean isSameServer(Options other) {
    return address.equals(other.address) && authToken.equals(other.authToken);
  }

  void print(String line) {
    try {
      if (log != null) log.log(line);
      else if (useSampleAds) System.err.println(line); // Android shows it in Logcat
    } catch (Throwable e) {
      // The app's log fails. That must not stop the client.
    }
  }
}
