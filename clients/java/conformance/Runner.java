package adwarden;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** The runner of the conformance suite (clients/conformance/README.md): commands on stdin, answers on stdout. */
public final class Runner {
  private static final class Timer extends FutureTask<Void> {
    final long at;

    Timer(long at, Runnable task) {
      super(task, null);
      this.at = at;
    }
  }

  /** Its time passes only by the commands `advance` and `jump`, and it counts what is under way. */
  private static final class VirtualDevice extends Device {
    private long uptime = 0;
    private long wall = System.currentTimeMillis();
    private int busy = 0;
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
    synchronized void run(Runnable task) {
      busy++;
      super.run(
          () -> {
            task.run();
            end();
          });
    }

    private synchronized void end() {
      busy--;
      notifyAll();
    }

    synchronized void settle() throws InterruptedException {
      while (busy > 0) wait();
    }

    synchronized void jump(long milliseconds) {
      wall += milliseconds;
    }

    /** Moves to the next timer until `end` and returns it; null when there is none, and it is `end`. */
    synchronized Timer next(long end) {
      Timer next = timers.peek();
      long at = next == null || next.at > end ? end : next.at;
      wall += at - uptime;
      uptime = at;
      return next == null || next.at > end ? null : timers.poll();
    }
  }

  private final VirtualDevice device = new VirtualDevice();
  private final Map<String, Adwarden> clients = new HashMap<>();
  private final Map<String, AtomicInteger> changes = new HashMap<>();
  private volatile String store = "works";

  public static void main(String[] args) throws IOException {
    Runner runner = new Runner();
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      List<String> words = new ArrayList<>();
      for (String word : line.split(" ")) words.add(URLDecoder.decode(word, "UTF-8"));
      try {
        out.println(runner.run(words));
      } catch (Exception e) {
        out.println("{\"error\":" + quoted(e.toString()) + "}");
      }
    }
  }

  private String run(List<String> words) throws Exception {
    String name = words.size() > 1 ? words.get(1) : "";
    switch (words.get(0)) {
      case "open":
        return open(name, words);
      case "close":
        Adwarden closed = clients.remove(name);
        if (closed != null) closed.close();
        return "{}";
      case "read":
        return read(clients.get(name), changes.get(name).get());
      case "crowd":
        crowd(clients.get(name), Integer.parseInt(words.get(2)));
        return "{}";
      case "settle":
        device.settle();
        return "{}";
      case "advance":
        advance(Long.parseLong(name));
        return "{}";
      case "jump":
        device.jump(Long.parseLong(name));
        return "{}";
      case "store":
        store = name;
        return "{}";
      default:
        throw new IllegalArgumentException(words.get(0));
    }
  }

  private String open(String name, List<String> words) {
    long began = System.nanoTime();
    Options options = new Options(words.get(2), words.get(3), words.get(4));
    options.storage(storageIn(words.get(5))).useSampleAds(!words.get(7).equals("-"));
    options.timeoutMs = Integer.parseInt(words.get(6));
    // Other programs use the machine of the tests, too.
    options.longestStartMs = store.equals("slow") ? 100 : 10_000;
    options.device = device;
    Adwarden client = Adwarden.start(options);
    String first = client.adUnit(Slot.BANNER_1);
    long micros = (System.nanoTime() - began) / 1000;
    AtomicInteger count = new AtomicInteger();
    client.addListener(
        () -> {
          count.incrementAndGet();
          throw new IllegalStateException("a listener that fails");
        });
    clients.put(name, client);
    changes.put(name, count);
    return "{\"first\":" + quoted(first) + ",\"micros\":" + micros + "}";
  }

  /** A storage in files that can be full, broken or slow. */
  private Storage storageIn(String folder) {
    FileStorage files = new FileStorage(Paths.get(folder));
    return new Storage() {
      @Override
      public String read(String key) throws Exception {
        if (store.equals("unreadable")) throw new IOException("cannot be read");
        if (store.equals("slow")) Thread.sleep(2_000);
        return files.read(key);
      }

      @Override
      public void write(String key, String text) throws Exception {
        if (!store.equals("works")) throw new IOException("no space left");
        files.write(key, text);
      }
    };
  }

  private static String read(Adwarden client, int changes) {
    StringBuilder units = new StringBuilder();
    for (Slot slot : Slot.values()) {
      units.append(units.length() == 0 ? "" : ",").append(quoted(slot.field)).append(':');
      units.append(quoted(client.adUnit(slot)));
    }
    return String.format(
        "{\"adsStatus\":%s,\"reason\":%s,\"visibleExtra\":%s,\"updatedAt\":%s,"
            + "\"isFromCache\":%s,\"changes\":%d,\"units\":{%s}}",
        quoted(client.adsStatus().name().toLowerCase(Locale.ROOT)),
        quoted(client.reason()),
        quoted(client.visibleExtra().name().toLowerCase(Locale.ROOT)),
        quoted(client.updatedAt()),
        client.isFromCache(),
        changes,
        units);
  }

  private static void crowd(Adwarden client, int count) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      Thread thread = new Thread(() -> read(client, 0));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) thread.join();
  }

  private void advance(long milliseconds) throws InterruptedException {
    device.settle();
    long end = device.uptime() + milliseconds;
    for (Timer next = device.next(end); next != null; next = device.next(end)) {
      next.run();
      device.settle();
    }
  }

  private static String quoted(String text) {
    return text == null ? "null" : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
