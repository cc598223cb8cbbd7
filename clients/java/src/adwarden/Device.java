package adwarden;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The time of this device, in milliseconds, and the threads of all clients. Tests have another one. */
class Device {
  private static final ThreadFactory DAEMONS =
      task -> {
        Thread thread = new Thread(task, "adwarden");
        thread.setDaemon(true); // it does not keep a process alive
        return thread;
      };
  private static final ScheduledExecutorService TIMERS =
      Executors.newSingleThreadScheduledExecutor(DAEMONS);
  private static final ExecutorService WORK = Executors.newCachedThreadPool(DAEMONS);

  /** The wall clock, which may jump. */
  long now() {
    return System.currentTimeMillis();
  }

  /** The monotonic clock. */
  long uptime() {
    return Android.uptime();
  }

  /** Runs a short task after `wait` milliseconds; null when no thread can be started. */
  Future<?> after(long wait, Runnable task) {
    try {
      return TIMERS.schedule(task, wait, TimeUnit.MILLISECONDS);
    } catch (Throwable e) {
      return null;
    }
  }

  /** As `after`, for the limit of work that takes real time. In a test it goes by the real clock, too. */
  void limit(long wait, Runnable task) {
    after(wait, task);
  }

  /** Runs a task that takes time; false when no thread can be started. On Android, what it throws would end the app. */
  final boolean run(Runnable task) {
    try {
      start(() -> quietly(task));
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  void start(Runnable task) {
    WORK.execute(task);
  }

  /** Runs code of the app. */
  static void quietly(Runnable code) {
    try {
      code.run();
    } catch (Throwable e) {
      // nobody can do anything about it here
    }
  }
}
