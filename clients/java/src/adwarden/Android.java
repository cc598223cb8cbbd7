package adwarden;

import java.lang.reflect.Method;
import java.util.concurrent.Executor;

/** Android's main thread and its clock. By reflection, so that one source is for Android and other JVMs. */
final class Android implements Executor {
  private static final Method ELAPSED_REALTIME = elapsedRealtime();

  private static Method elapsedRealtime() {
    try {
      return Class.forName("android.os.SystemClock").getMethod("elapsedRealtime");
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Milliseconds that do not jump. On Android they count the time asleep, too. */
  static long uptime() {
    try {
      if (ELAPSED_REALTIME != null) return (Long) ELAPSED_REALTIME.invoke(null);
    } catch (ReflectiveOperationException e) {
      // in a test of an app, where Android's methods only throw
    }
    return System.nanoTime() / 1_000_000;
  }

  /** Runs a task on the main thread; where there is no Android, at once. */
  @Override
  public void execute(Runnable task) {
    try {
      Class<?> looper = Class.forName("android.os.Looper");
      Class<?> handler = Class.forName("android.os.Handler");
      Object mainLooper = looper.getMethod("getMainLooper").invoke(null);
      Object mainHandler = handler.getConstructor(looper).newInstance(mainLooper);
      handler.getMethod("post", Runnable.class).invoke(mainHandler, task);
    } catch (ReflectiveOperationException e) {
      task.run();
    }
  }
}
