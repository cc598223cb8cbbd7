package adwarden;

import android.app.Application;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLDecoder;
import java.net.URLStreamHandlerFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;

/** The runner of the conformance suite (clients/conformance/README.md): commands on stdin, answers on stdout. */
public final class Runner {
  private static final Executor BROKEN_THREAD =
      call -> {
        throw new IllegalStateException("a thread that takes no work");
      };

  /** A client, and what was counted of it. */
  private static final class Opened {
    final AtomicInteger logs = new AtomicInteger();
    final AtomicInteger changes = new AtomicInteger();
    final Application app = new Application();
    BreakableStorage storage;
    Adwarden client;

    void listen() {
      client.addListener(
          () -> {
            changes.incrementAndGet();
            throw new IllegalStateException("a listener that fails");
          });
    }
  }

  private static Logger okHttpLog; // a field: the JVM forgets the level of a logger that nobody holds

  private final VirtualDevice device = new VirtualDevice();
  private final Map<String, Opened> clients = new HashMap<>();

  /** `okhttp`: requests go over okhttp's URLConnection, which is like Android's. */
  public static void main(String[] args) throws Exception {
    if (args.length > 0) useOkHttp();
    Runner runner = new Runner();
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(Json.write(runner.answer(line)));
    }
  }

  /** By reflection, so that the runner compiles without it. */
  private static void useOkHttp() throws ReflectiveOperationException {
    Class<?> clientClass = Class.forName("okhttp3.OkHttpClient");
    // After a 407, okhttp 3.13 holds the connection itself, and warns of it when the JVM collects garbage: in any test.
    okHttpLog = Logger.getLogger(clientClass.getName());
    okHttpLog.setLevel(Level.OFF);
    Object factory =
        Class.forName("okhttp3.OkUrlFactory")
            .getConstructor(clientClass)
            .newInstance(clientClass.getConstructor().newInstance());
    URL.setURLStreamHandlerFactory((URLStreamHandlerFactory) factory);
    // Android's rule for hosts is that of okhttp; a JDK's own refuses every host.
    Object hosts = Class.forName("okhttp3.internal.tls.OkHostnameVerifier").getField("INSTANCE").get(null);
    HttpsURLConnection.setDefaultHostnameVerifier((HostnameVerifier) hosts);
  }

  private Map<String, Object> answer(String line) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ")) words.add(URLDecoder.decode(word, "UTF-8"));
    try {
      run(words, answer);
    } catch (Exception e) {
      answer.put("error", e.toString());
    }
    return answer;
  }

  private void run(List<String> words, Map<String, Object> answer) throws Exception {
    String first = words.size() > 1 ? words.get(1) : "";
    switch (words.get(0)) {
      case "open":
        open(first, words.subList(2, words.size()), answer);
        break;
      case "close":
        Opened closed = clients.remove(first);
        if (closed != null) closed.client.close();
        break;
      case "read":
        read(clients.get(first), answer);
        break;
      case "listen":
        clients.get(first).listen();
        break;
      case "wake":
        clients.get(first).app.callbacks.onActivityStarted(null);
        break;
      case "refresh":
        clients.get(first).client.refresh();
        break;
      case "ready":
        answer.put("ready", isReady(clients.get(first).client, Long.parseLong(words.get(2))));
        break;
      case "keeps":
        answer.put("keeps", keeps(clients.remove(first).client));
        break;
      case "crowd":
        crowd(clients.get(first), Integer.parseInt(words.get(2)));
        break;
      case "settle":
        device.settle();
        break;
      case "advance":
        device.advance(Long.parseLong(first));
        break;
      case "jump":
        device.jump(Long.parseLong(first));
        break;
      case "store":
        BreakableStorage.state = first;
        break;
      case "threads":
        device.setThreads(first.equals("work"));
        break;
      default:
        throw new IllegalArgumentException(words.get(0));
    }
  }

  /** Whether a client that is closed still holds what waited for it. */
  private static boolean keeps(Adwarden client) throws InterruptedException {
    WeakReference<Object> ofApp = waitingFor(client);
    client.close();
    for (int tries = 0; tries < 100 && ofApp.get() != null; tries++) {
      System.gc();
      Thread.sleep(20);
    }
    return ofApp.get() != null;
  }

  private static WeakReference<Object> waitingFor(Adwarden client) {
    Object ofApp = new Object();
    client.whenReady(3_600_000, isAnswered -> ofApp.hashCode());
    return new WeakReference<>(ofApp);
  }

  private void open(String name, List<String> words, Map<String, Object> answer) {
    Map<String, String> given = new HashMap<>();
    for (String word : words) {
      int end = word.indexOf('=');
      given.put(word.substring(0, end), word.substring(end + 1));
    }
    Opened opened = new Opened();
    opened.storage = new BreakableStorage(given.get("folder"));
    long began = System.nanoTime();
    Options options = new Options(given.get("address"), given.get("appID"), given.get("token"));
    options.storage(opened.storage);
    if (!given.get("defaults").isEmpty()) options.defaults(given.get("defaults"));
    options.log(line -> opened.logs.incrementAndGet());
    options.useSampleAds(given.get("samples").equals("android"));
    if (given.get("samples").equals("ios")) options.useIosSampleAds(true);
    if (given.get("thread").equals("broken")) options.listenerThread(BROKEN_THREAD);
    options.timeoutMs = Integer.parseInt(given.get("timeout"));
    // Other programs use the machine of the tests, too.
    options.longestStartMs = BreakableStorage.state.equals("slow") ? 100 : 10_000;
    options.device = device;
    opened.client = Adwarden.start(options);
    answer.put("first", opened.client.adUnit(Slot.BANNER_1));
    answer.put("micros", (System.nanoTime() - began) / 1_000);
    AndroidWakeUps.register(opened.app, opened.client);
    if (given.get("listener").equals("yes")) opened.listen();
    clients.put(name, opened);
  }

  private static void read(Opened opened, Map<String, Object> answer) {
    readValues(opened.client, answer);
    answer.put("logs", opened.logs.get());
    answer.put("changes", opened.changes.get());
    answer.put("writes", opened.storage.writes.get());
    answer.put("failedWrites", opened.storage.failedWrites.get());
  }

  private static void readValues(Adwarden client, Map<String, Object> answer) {
    answer.put("adsStatus", word(client.adsStatus()));
    answer.put("reason", client.reason());
    answer.put("visibleExtra", word(client.visibleExtra()));
    answer.put("updatedAt", client.updatedAt());
    answer.put("isFromCache", client.isFromCache());
    Map<String, Object> units = new LinkedHashMap<>();
    for (Slot slot : Slot.values()) units.put(slot.field, client.adUnit(slot));
    answer.put("units", units);
    Status status = client.status();
    answer.put("state", status.state);
    answer.put("cause", status.cause);
    answer.put("message", status.message);
  }

  private static String word(Adwarden.OnOff value) {
    return value == Adwarden.OnOff.ON ? "on" : "off";
  }

  private static boolean isReady(Adwarden client, long milliseconds) throws InterruptedException {
    AtomicBoolean isReady = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(1);
    client.whenReady(
        milliseconds,
        isAnswered -> {
          isReady.set(isAnswered);
          done.countDown();
        });
    done.await();
    return isReady.get();
  }

  private static void crowd(Opened opened, int count) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      Thread thread = new Thread(() -> readValues(opened.client, new HashMap<>()));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) thread.join();
  }
}
