package android.net;

public class ConnectivityManager {
  /** As in an app without the permission. */
  public void registerDefaultNetworkCallback(NetworkCallback callback) {
    throw new SecurityException("ACCESS_NETWORK_STATE");
  }

  public static class NetworkCallback {
    public void onAvailable(Network network) {}
  }
}
