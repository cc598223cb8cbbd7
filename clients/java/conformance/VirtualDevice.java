package adwarden;

import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** A device for tests. Its time moves only by commands, it counts running tasks, and it may have no threads. */
final class VirtualDevice extends Device {
  private static final class Timer extends FutureTask<Void> {
    final long at;

    Timer(long at, Runnable task) {
      super(task, null);
      this.at = at;
    }
  }

  private long uptime = 0;
  private long wall = System.currentTimeMillis();
  private int busy = 0;
  private boolean hasThreads = true;
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>((one, other) -> Long.compare(one.at, other.at));

  @Override
  synchronized long now() {
    return wall;
  }

  @Override
  synchronized long uptime() {
    return uptime;
  }

  @Override
  synchronized Future<?> after(long wait, Runnable task) {
    Timer timer = new Timer(uptime + wait, task);
    timers.add(timer);
    return timer;
  }

  @Override
  void limit(long wait, Runnable task) {
    if (hasThreads()) super.after(wait, task);
  }

  @Override
  synchronized void start(Runnable task) {
    if (!hasThreads) throw new OutOfMemoryError("unable to create native thread");
    busy++;
    super.start(
        () -> {
          task.run();
          end();
        });
  }

  private synchronized void end() {
    busy--;
    notifyAll();
  }

  private synchronized boolean hasThreads() {
    return hasThreads;
  }

  synchronized void setThreads(boolean work) {
    hasThreads = work;
  }

  synchronized void settle() throws InterruptedException {
    while (busy > 0) wait();
  }

  synchronized void jump(long milliseconds) {
    wall += milliseconds;
  }

  /** Runs the timers that become due, each at its time; waits until all is settled before the next. */
  void advance(long milliseconds) throws InterruptedException {
    settle();
    long end = uptime() + milliseconds;
    for (Timer next = next(end); next != null; next = next(end)) {
      next.run();
      settle();
    }
  }

  /** Moves the time to the next timer until `end`, and returns it. Without one, moves to `end` and returns null. */
  private synchronized Timer next(long end) {
    Timer next = timers.peek();
    long at = next == null || next.at > end ? end : next.at;
    wall += at - uptime;
    uptime = at;
    return next == null || next.at > end ? null : timers.poll();
  }
}
