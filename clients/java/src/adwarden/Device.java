package adwarden;

import java.util.concurrent.*;

/** The time of this device, in milliseconds, and the threads of all clients. Tests have another one. */
class Device {
  private static final ThreadFactory DAEMONS =
      task -> {
        Thread thread = new Thread(task, "adwarden");
        thread.setDaemon(true); // it does not keep a process alive
        return thread;
      };
  static final ScheduledExecutorService TIMERS = Executors.newSingleThreadScheduledExecutor(DAEMONS);
  static final ExecutorService WORK = Executors.newCachedThreadPool(DAEMONS);

  /** The wall clock, which may jump. */
  long now() {
    return System.currentTimeMillis();
  }

  /** The monotonic clock. */
  long uptime() {
    return System.nanoTime() / 1_000_000;
  }

  /** Runs a short task after `wait` milliseconds. */
  Future<?> after(long wait, Runnable task) {
    return TIMERS.schedule(task, wait, TimeUnit.MILLISECONDS);
  }

  /** Runs a task that takes time. */
  void run(Runnable task) {
    WORK.execute(task);
  }

  /** Runs code of the app. On Android, what it throws in a thread would end the app. */
  static void quietly(Runnable code) {
    try {
      code.run();
    } catch (Throwable e) { // it is the app's
    }
  }
}
