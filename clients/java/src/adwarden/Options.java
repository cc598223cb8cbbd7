package adwarden;

import java.util.concurrent.Executor;

/** How a client is started: the server's address, the app, and what is optional. */
public final class Options {
  final String address;
  final String appID;
  final String authToken;
  Storage storage;
  boolean useSampleAds;
  Executor listenerThread = Runnable::run;
  Device device = new Device(); // tests have another one
  int longestStartMs = 100; // what is read later is a change
  int timeoutMs = 10_000;

  /** `address` is the server's, such as `https://ads.example.com`. */
  public Options(String address, String appID, String authToken) {
    this.address = String.valueOf(address);
    this.appID = String.valueOf(appID);
    this.authToken = String.valueOf(authToken);
  }

  /** Without it, every start needs the network. */
  public Options storage(Storage storage) {
    this.storage = storage;
    return this;
  }

  /** For debug builds: Google's sample ad units, whatever the server says. */
  public Options useSampleAds(boolean use) {
    useSampleAds = use;
    return this;
  }

  /** Where listeners are called; on Android `new Handler(Looper.getMainLooper())::post`. */
  public Options listenerThread(Executor executor) {
    listenerThread = executor;
    return this;
  }
}
