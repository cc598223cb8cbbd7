package adwarden;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;

/** The ads of one app. All values come at once, from memory, on any thread. No method throws. */
public final class Adwarden {
  public static final String VERSION = "0.2.0";

  public enum OnOff { ON, OFF }

  private static final long HOUR = 3_600_000;
  private static final long LONGEST_READ = 1_000; // milliseconds; then the storage counts as empty
  /** Seconds to wait after the first failures in a row; after more it is the last. */
  private static final int[] WAITS = {1, 2, 4, 8, 16, 32, 64, 600};
  private static final Map<List<String>, Adwarden> STARTED = new HashMap<>();

  private final Options options;
  private final String key;
  private final Device device;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  // All that follows is changed in the lock of this object only.
  private volatile Answer stored;
  private Long refusedAt;
  private boolean isConfirmed;
  private boolean dropTag;
  private int failures; // requests that failed in a row
  private long askAt = Long.MAX_VALUE; // uptime; never until the storage was read
  private Future<?> timer;
  private boolean isAsking;
  private volatile boolean isWriting;
  private boolean isClosed;
  private List<Object> told = values();

  private Adwarden(Options options) {
    this.options = options;
    key = "adwarden-" + options.appID.replaceAll("[^A-Za-z0-9_-]", "_");
    device = options.device;
  }

  /**
   * Starts the client of an app: reads the stored answer, then asks the server in the background. A second start of
   * the same app gets the same client, so that only one of them asks.
   */
  public static Adwarden start(Options options) {
    Adwarden client;
    synchronized (STARTED) {
      List<String> id = Arrays.asList(options.address, options.appID, options.authToken);
      client = STARTED.get(id);
      if (client == null) {
        client = new Adwarden(options);
        STARTED.put(id, client);
        client.begin();
      }
    }
    try {
      client.begun.await(options.longestStartMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return client;
  }

  /** The ad unit of a slot; null when ads are off or the slot is empty. */
  public synchronized String adUnit(Slot slot) {
    OnOff status = adsStatus();
    if (slot == null) return null;
    if (options.useSampleAds) return slot.sample;
    return status == OnOff.ON ? stored.unit(slot) : null;
  }

  public synchronized OnOff adsStatus() {
    askIfDue();
    return isRefused() ? OnOff.OFF : onOff("adsStatus");
  }

  /** Why ads are off; null when they are on. `no-answer` and `unauthorized` come from this client. */
  public synchronized String reason() {
    askIfDue();
    if (isRefused()) return "unauthorized";
    return stored == null ? "no-answer" : (String) stored.ads.get("reason");
  }

  public synchronized OnOff visibleExtra() {
    askIfDue();
    return onOff("visibleExtra");
  }

  /** When the app's configuration was changed (ISO 8601), or null. */
  public synchronized String updatedAt() {
    return stored == null ? null : (String) stored.ads.get("updatedAt");
  }

  /** Whether the answer is from an earlier start, and the server has not confirmed it since. */
  public synchronized boolean isFromCache() {
    return stored != null && !isConfirmed;
  }

  /** Calls a listener after a value has changed, on `Options.listenerThread`. */
  public void addListener(Runnable listener) {
    listeners.add(listener);
  }

  public void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  /** Ends all retries. The next start makes a new client. */
  public void close() {
    synchronized (STARTED) {
      STARTED.values().remove(this);
    }
    synchronized (this) {
      isClosed = true;
      if (timer != null) timer.cancel(false);
      listeners.clear();
    }
  }

  private OnOff onOff(String field) {
    return stored != null && "on".equals(stored.ads.get(field)) ? OnOff.ON : OnOff.OFF;
  }

  private boolean isRefused() {
    if (refusedAt == null) return false;
    return stored == null || device.now() - refusedAt >= 24 * HOUR;
  }

  private void begin() {
    device.run(() -> goOn(read()));
    Device.TIMERS.schedule(() -> goOn(null), LONGEST_READ, TimeUnit.MILLISECONDS);
  }

  private Answer read() {
    try {
      return Answer.read(options.appID, options.storage.read(key));
    } catch (Throwable e) {
      return null; // the storage is the app's, and what is in it may be anything
    }
  }

  /** Goes on with what was stored. Only the first call counts. */
  private synchronized void goOn(Answer found) {
    if (begun.getCount() == 0) return;
    long now = device.now();
    stored = found;
    if (found != null && found.refusedAt != null) refusedAt = Math.min(found.refusedAt, now);
    long age = found == null || refusedAt != null ? -1 : now - found.checkedAt;
    boolean isFresh = age >= 0 && age < found.maxAge * 1000;
    askAt = device.uptime() + (isFresh ? found.maxAge * 1000 - age : 0);
    tell();
    askIfDue();
    begun.countDown();
  }

  private void askIfDue() {
    if (timer == null && device.uptime() >= askAt) ask();
  }

  private void ask() {
    if (isAsking || isClosed) return;
    String tag = dropTag || stored == null ? null : stored.etag;
    isAsking = true;
    device.run(() -> finish(Request.send(options, tag)));
  }

  private synchronized void finish(Request answer) {
    isAsking = false;
    if (isClosed) return;
    long now = device.now();
    if (answer.kind == Request.Kind.FAILED) {
      dropTag |= answer.dropTag;
      failures += answer.times;
      boolean areMany = failures + answer.times > WAITS.length;
      int wait = WAITS[areMany ? WAITS.length - 1 : failures / answer.times - 1];
      askLater(Math.max(wait, answer.retryAfter) * 1000);
    } else if (answer.kind == Request.Kind.REFUSED) {
      failures = 0;
      if (refusedAt == null || refusedAt > now) {
        refusedAt = now;
        if (stored != null) store(stored.etag, stored.checkedAt, stored.maxAge, stored.ads);
      }
      askLater(HOUR);
    } else {
      failures = 0;
      refusedAt = null;
      isConfirmed = true;
      dropTag = false;
      askAt = device.uptime() + answer.maxAge * 1000;
      if (answer.kind == Request.Kind.NEW) store(answer.etag, now, answer.maxAge, answer.ads);
      else store(stored.etag, now, answer.maxAge, stored.ads);
    }
    tell();
  }

  /** Asks after `wait` milliseconds or up to half as much again, so that phones that failed together spread. */
  private void askLater(long wait) {
    timer = device.after((long) (wait * (1 + Math.random() / 2)), this::askAgain);
  }

  private synchronized void askAgain() {
    timer = null;
    ask();
  }

  private void store(String etag, long checkedAt, long maxAge, Map<String, Object> ads) {
    stored = new Answer(etag, checkedAt, maxAge, refusedAt, ads);
    if (options.storage == null || isWriting) return;
    isWriting = true;
    device.run(this::write);
  }

  /** Writes the newest answer, and again when there is a newer one after that. */
  private void write() {
    while (isWriting) {
      Answer written = stored;
      try {
        String text = written.write(options.appID);
        if (text != null) options.storage.write(key, text);
      } catch (Throwable e) {
        // A full or broken storage costs the next start its cache, nothing else.
      }
      synchronized (this) {
        isWriting = stored != written;
      }
    }
  }

  private List<Object> values() {
    return Arrays.<Object>asList(isRefused(), stored == null ? null : stored.ads);
  }

  private void tell() {
    List<Object> values = values();
    if (values.equals(told)) return;
    told = values;
    for (Runnable listener : listeners) {
      Runnable call = () -> Device.quietly(listener);
      device.run(() -> Device.quietly(() -> options.listenerThread.execute(call)));
    }
  }
}
