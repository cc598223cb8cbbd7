package adwarden;

import android.app.Activity;
import android.app.Application;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.Build;
import android.os.Bundle;

/** Wakes a client when the app is in the foreground again or the device online. */
public final class AndroidWakeUps extends ConnectivityManager.NetworkCallback
    implements Application.ActivityLifecycleCallbacks {
  private final Adwarden ads;

  private AndroidWakeUps(Adwarden ads) {
    this.ads = ads;
  }

  /** Call it once, after the start of the client. "Online" needs the permission ACCESS_NETWORK_STATE. */
  public static void register(Application app, Adwarden ads) {
    AndroidWakeUps wakeUps = new AndroidWakeUps(ads);
    app.registerActivityLifecycleCallbacks(wakeUps);
    if (Build.VERSION.SDK_INT < 24) return; // there is no default network callback
    try {
      Object service = app.getSystemService(Context.CONNECTIVITY_SERVICE);
      ((ConnectivityManager) service).registerDefaultNetworkCallback(wakeUps);
    } catch (RuntimeException e) {
      // Without the permission, the client still hears of the foreground.
    }
  }

  @Override
  public void onAvailable(Network network) {
    ads.wake();
  }

  @Override
  public void onActivityStarted(Activity activity) {
    ads.wake();
  }

  @Override
  public void onActivityCreated(Activity activity, Bundle state) {}

  @Override
  public void onActivityResumed(Activity activity) {}

  @Override
  public void onActivityPaused(Activity activity) {}

  @Override
  public void onActivityStopped(Activity activity) {}

  @Override
  public void onActivitySaveInstanceState(Activity activity, Bundle state) {}

  @Override
  public void onActivityDestroyed(Activity activity) {}
}
