package adwarden;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The client of one app. What is not final is read and changed in its lock only. */
final class Client extends Adwarden {
  /** Seconds to wait after the first failures in a row; after more it is the last. */
  private static final int[] WAITS = {1, 2, 4, 8, 16, 32, 64, 600};
  /** Seconds to wait after a 401. */
  private static final long REFUSED_WAIT = 3_600;
  /** The longest waits in seconds when the server was not reached: by a timer, and when a value is read. */
  private static final long LONGEST_OFFLINE = 60;
  private static final long LONGEST_WHILE_READ = 8;
  /** Milliseconds that the first request waits for a slow storage. */
  private static final long LONGEST_READ = 1_000;
  /** Milliseconds between two requests that the app wants. */
  private static final long LEAST_BETWEEN = 1_000;
  /** The same, when each has another address or token than the one before. */
  private static final long LEAST_BETWEEN_CHANGES = 60_000;
  /** The longest wait in milliseconds of an app that listens and reads nothing. */
  private static final long LONGEST_IDLE = 600_000;
  private static final String FAILED = "failed";
  /** The started clients by app ID, so that there is one request at a time for each app. */
  private static final Map<String, Client> STARTED = new HashMap<>();

  private final Options options;
  private final Device device;
  private final Records records;
  private final Listeners listeners;
  private final Ads defaults;
  private final Set<String> logged = new HashSet<>();
  /** At 0, `start` no longer waits for the storage. */
  private final CountDownLatch isRead = new CountDownLatch(1);
  private Options newest; // its address and token count
  private Stored stored;
  private Refusal refusal;
  private String state = "never-asked";
  private String cause; // of the last failure
  private String message;
  private long failedAt;
  private int failures; // in a row
  /** The server has answered since the start, or the stored answer is still fresh. */
  private boolean isAnswered;
  private boolean isConfirmed;
  private boolean isReading;
  private boolean hasBegun;
  private Request asking; // null when none is under way
  private boolean isClosed;
  private boolean dropTag;
  private long askAt; // the uptime from which on reading a value asks the server
  private long wakeAt; // the uptime from which on the app itself may ask
  private int unread; // the answers since a value was read
  private long idle; // for how long after `askAt` the timer waits because of that
  private Options asked; // of the last request; null before the first
  private long changedAt; // the uptime at which one had another address or token than that before it
  private String heldAddress; // this address wants not to be asked, with whatever token
  private long heldUntil;
  private Future<?> timer;
  private int timers; // how many were started or stopped. An older timer does nothing

  private Client(Options options) {
    this.options = options;
    device = options.device;
    records = new Records(options);
    listeners = new Listeners(options);
    askAt = wakeAt = device.uptime() + LONGEST_READ;
    changedAt = askAt - LEAST_BETWEEN_CHANGES - LONGEST_READ;
    defaults = options.defaults == null ? null : Ads.ofBody(options.defaults, options.appID);
    if (options.defaults != null && defaults == null) {
      fail("bad-defaults", "The defaults are not an answer for this app ID. Download them again");
    }
  }

  static Client startOnce(Options options) {
    if (options == null) return startOnce(new Options("", "", ""));
    Client client;
    synchronized (STARTED) {
      client = STARTED.get(options.appID);
      if (client == null) {
        client = new Client(options);
        STARTED.put(options.appID, client);
      }
      client.use(options);
    }
    try {
      client.isRead.await(options.longestStartMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return client;
  }

  /** Takes the newest address and token of the app; the first time it begins. */
  private synchronized void use(Options started) {
    boolean isFirst = newest == null;
    if (!isFirst && started.isSameServer(newest)) return;
    newest = started;
    String fault = started.fault();
    if (fault != null) {
      state = FAILED;
      fail("bad-address", fault);
    }
    if (isFirst) {
      readStored();
      if (!hasBegun) device.limit(LONGEST_READ, this::begin);
    } else if (hasBegun) {
      askChanged();
    }
  }

  @Override
  public String adUnit(Slot slot) {
    String unit = super.adUnit(slot);
    return options.useSampleAds && slot != null ? slot.sample(options.useIosSampleAds) : unit;
  }

  @Override
  public synchronized boolean isFromCache() {
    return known() != null && !isConfirmed;
  }

  @Override
  public synchronized Status status() {
    return new Status(asking != null ? "asking" : state, cause, message, failedAt);
  }

  @Override
  public synchronized void whenReady(long ms, Ready ready) {
    listeners.await(ready, ms);
    if (isAnswered || isClosed || state == FAILED) listeners.answer(isAnswered);
  }

  @Override
  public synchronized void refresh() {
    if (mayAskNow()) askNow();
  }

  @Override
  public synchronized void wake() {
    unread = 0;
    boolean isDue = state == FAILED || device.uptime() >= askAt;
    if (isDue && mayAskNow()) askNow();
  }

  @Override
  public synchronized void addListener(Runnable listener) {
    listeners.add(listener);
    listeners.tell(ads());
    keepFresh();
  }

  @Override
  public void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  @Override
  public void close() {
    synchronized (STARTED) {
      STARTED.values().remove(this);
    }
    synchronized (this) {
      isClosed = true;
      stopTimer();
      listeners.end();
    }
  }

  @Override
  synchronized Ads read() {
    unread = 0;
    if (device.uptime() >= askAt) {
      askNow();
    } else if (idle > 0) {
      idle = 0;
      stopTimer();
      keepFresh();
    }
    return ads();
  }

  /** What is known: the last answer, or before the first one the defaults. */
  private Ads known() {
    if (stored != null) return stored.ads;
    return refusal == null ? defaults : null;
  }

  /** What counts now. */
  private Ads ads() {
    Ads known = known();
    Ads ads = known == null ? Ads.NONE : known;
    boolean isRefused = refusal != null && (stored == null || refusal.at(device.uptime()).isOver());
    return isRefused ? ads.refused() : ads;
  }

  /** Reads the storage in the background. If no thread can be started, the next request tries again. */
  private void readStored() {
    if (isReading) return;
    isReading = options.storage != null && device.run(() -> takeStored(records.read()));
    if (!isReading) begin();
  }

  private synchronized void takeStored(Stored found) {
    // A slow storage may be later than the server.
    if (found != null && !isConfirmed) {
      stored = found;
      if (refusal == null) refusal = found.refusal;
    }
    begin();
    listeners.tell(ads());
  }

  /** Asks for the first time, unless the stored answer is new. */
  private synchronized void begin() {
    if (hasBegun) return;
    hasBegun = true;
    wakeAt = device.uptime();
    long age = stored == null || refusal != null ? -1 : device.now() - stored.checkedAt;
    isAnswered = age >= 0 && age < stored.maxAge * 1_000;
    askAt = isAnswered ? wakeAt + stored.freshFor() - age : wakeAt;
    if (isAnswered) listeners.answer(true);
    else ask();
    keepFresh();
    isRead.countDown();
  }

  private boolean mayAskNow() {
    return asking == null && device.uptime() >= wakeAt;
  }

  private void askNow() {
    stopTimer();
    if (hasBegun) ask();
    else begin();
  }

  /** Asks with the newest address and token: once a minute at most, and not while this address wants not to be asked. */
  private void askChanged() {
    long now = device.uptime();
    long at = Math.max(now, changedAt + LEAST_BETWEEN_CHANGES);
    if (newest.address.equals(heldAddress)) at = Math.max(at, heldUntil);
    if (asking != null || at == now) {
      askNow();
    } else {
      askAt = wakeAt = at;
      startTimer(at - now);
    }
  }

  private void ask() {
    if (asking != null || isClosed || newest.fault() != null) return;
    if (asked != null && !newest.isSameServer(asked)) changedAt = device.uptime();
    asked = newest;
    readStored();
    records.writeLeft();
    asking = new Request(newest, dropTag || stored == null ? null : stored.etag, this::finish);
    if (device.run(asking)) {
      device.limit(newest.timeoutMs, asking::giveUp);
    } else {
      asking = null;
      apply(Outcome.notReached("no thread can be started"));
    }
  }

  private synchronized void finish() {
    Outcome outcome = asking.outcome;
    asking = null;
    if (isClosed) return;
    // What an address asks for holds for each token.
    boolean isHeld = outcome.isHold() && asked.address.equals(newest.address);
    if (outcome.cause != null && !isHeld && !asked.isSameServer(newest)) askChanged();
    else apply(outcome);
  }

  private void apply(Outcome outcome) {
    if (outcome.cause == null) takeAnswer(outcome);
    else takeFailure(outcome);
    listeners.tell(ads());
    listeners.answer(isAnswered);
  }

  private void takeAnswer(Outcome outcome) {
    Stored before = stored;
    Ads ads = outcome.ads == null ? before.ads : outcome.ads;
    String etag = outcome.ads == null ? before.etag : outcome.etag;
    stored = new Stored(etag, device.now(), outcome.maxAge, ads, null);
    if (refusal != null || before == null || !stored.isSame(before)) records.write(stored);
    state = "answered";
    failures = 0;
    refusal = null;
    isConfirmed = true;
    isAnswered = true;
    dropTag = false;
    wakeAt = device.uptime() + LEAST_BETWEEN;
    long fresh = stored.freshFor();
    askAt = device.uptime() + fresh;
    idle = Math.min(fresh << Math.min(unread++, 16), Math.max(fresh, LONGEST_IDLE)) - fresh;
    keepFresh();
  }

  private void takeFailure(Outcome outcome) {
    state = FAILED;
    fail(outcome.cause, outcome.message);
    dropTag |= outcome.dropTag;
    long now = device.uptime();
    if (outcome.cause.equals("unauthorized")) {
      failures = 0;
      setRefusal(Refusal.after(refusal, outcome.date, now));
      askAfter(REFUSED_WAIT, true);
    } else {
      // The 24 hours have ended. If no 401 has stored that yet, this failure does.
      if (refusal != null && refusal.at(now).isOver() && !refusal.isOver()) setRefusal(refusal.at(now));
      int usual = WAITS[Math.min(failures++, WAITS.length - 1)];
      askAfter(Math.max(usual, outcome.retryAfter), outcome.isRefusal);
      if (outcome.isHold()) {
        heldAddress = newest.address;
        heldUntil = wakeAt;
      }
    }
  }

  private void setRefusal(Refusal newest) {
    refusal = newest;
    if (stored != null) records.write(stored.with(refusal));
  }

  /**
   * Asks after the wait of a failure. If the server was not reached, it also asks earlier when a value is read or the app
   * wakes up. Each wait is up to half as much longer, so that phones that failed together spread.
   */
  private void askAfter(long seconds, boolean isRefusal) {
    idle = 0;
    double jitter = 1_000 * (1 + Math.random() / 2);
    long most = isRefusal ? seconds : LONGEST_OFFLINE;
    long wait = (long) (Math.min(seconds, most) * jitter);
    long whileRead = (long) (Math.min(seconds, LONGEST_WHILE_READ) * jitter);
    askAt = device.uptime() + (isRefusal ? wait : whileRead);
    wakeAt = device.uptime() + (isRefusal ? wait : LEAST_BETWEEN);
    startTimer(wait);
  }

  /** While somebody listens, a timer asks when the answer is no longer fresh; ever later while no value is read. */
  private void keepFresh() {
    boolean isDone = asking != null || timer != null || listeners.isEmpty();
    if (hasBegun && !isDone && newest.fault() == null) {
      startTimer(Math.max(askAt + idle - device.uptime(), 0));
    }
  }

  private void startTimer(long wait) {
    stopTimer();
    int own = timers;
    timer = device.after(wait, () -> endTimer(own));
  }

  private void stopTimer() {
    timers++;
    if (timer != null) timer.cancel(false);
    timer = null;
  }

  private synchronized void endTimer(int own) {
    if (own != timers) return;
    timer = null;
    // A listener may have left meanwhile.
    if (state == FAILED || !listeners.isEmpty()) ask();
  }

  private void fail(String newCause, String newMessage) {
    // A mistake in the defaults stays until the next start, so a failed request does not replace it.
    boolean passes = newCause.matches("no-answer|not-ours|redirected|refused");
    if (!passes || !"bad-defaults".equals(cause)) {
      cause = newCause;
      message = newMessage;
      failedAt = device.now();
    }
    if (!logged.add(newCause)) return;
    boolean isHidden = options.useSampleAds && !isAnswered;
    String more = isHidden ? " A release build would show no ads now." : "";
    options.print("Adwarden: " + newMessage + "." + more);
  }
}
