package adwarden;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the server once, and has what came of it. */
final class Request {
  private static final int LONGEST_BODY = 65_536;
  private static final long DAY = 86_400;
  private static final Pattern MAX_AGE = Pattern.compile("(?i)(^|[\\s,])max-age=\"?(\\d{1,9})");
  /** When a connection breaks before an answer, the HttpURLConnection of a JVM sends a GET once more by itself. */
  private static final int TIMES_WHEN_BROKEN =
      "Dalvik".equals(System.getProperty("java.vm.name")) ? 1 : 2;

  enum Kind { NEW, CONFIRMED, REFUSED, FAILED }

  Kind kind = Kind.FAILED;
  Map<String, Object> ads;
  String etag;
  long maxAge; // seconds
  long retryAfter; // seconds; 0 when the server did not say
  boolean dropTag; // the next request must not have a tag
  int times = 1; // how often the server was asked

  /** Blocks until the answer is there or it is too late. Never throws. `sentTag` is null when no tag is sent. */
  static Request send(Options options, String sentTag) {
    HttpURLConnection connection = null;
    Future<Request> asking = null;
    try {
      String query = "?appID=" + encode(options.appID) + "&authToken=" + encode(options.authToken);
      URL url = new URL(options.address.replaceAll("/+$", "") + "/api/getAds" + query);
      HttpURLConnection open = connection = (HttpURLConnection) url.openConnection();
      open.setConnectTimeout(Math.min(5_000, options.timeoutMs));
      open.setReadTimeout(options.timeoutMs);
      open.setInstanceFollowRedirects(false);
      open.setUseCaches(false);
      open.setRequestProperty("Connection", "close");
      open.setRequestProperty("User-Agent", "adwarden-java/" + Adwarden.VERSION);
      if (sentTag != null) open.setRequestProperty("If-None-Match", sentTag);
      // On another thread: the limits above are for each read, and looking up a host name has none.
      asking = Device.WORK.submit(() -> exchange(open, options.appID, sentTag));
      return asking.get(options.timeoutMs, TimeUnit.MILLISECONDS);
    } catch (Exception | OutOfMemoryError e) {
      return new Request(); // the stored answer stays
    } finally {
      if (asking != null) asking.cancel(true);
      if (connection != null) Device.WORK.execute(connection::disconnect); // it may block
    }
  }

  private static Request exchange(HttpURLConnection connection, String appID, String sentTag)
      throws IOException {
    Request done = new Request();
    connection.connect();
    if (Thread.interrupted()) return done; // too late: nothing may be sent any more
    int status;
    try {
      status = connection.getResponseCode();
    } catch (IOException e) {
      if (!(e instanceof SocketTimeoutException)) done.times = TIMES_WHEN_BROKEN;
      return done;
    }
    done.etag = connection.getHeaderField("ETag");
    done.maxAge = maxAgeOf(connection.getHeaderField("Cache-Control"));
    if (status == 200) {
      done.ads = Answer.adsOfBody(readText(connection.getInputStream()), appID);
      if (done.ads != null) done.kind = Kind.NEW;
    } else if (status == 304) {
      boolean isAnswer = sentTag != null && (done.etag == null || done.etag.equals(sentTag));
      if (isAnswer) done.kind = Kind.CONFIRMED;
      done.dropTag = !isAnswer;
    } else if (status == 401) {
      done.kind = Kind.REFUSED;
    } else {
      done.retryAfter = retryAfterOf(connection);
    }
    return done;
  }

  /** Reads UTF-8 to the end. Throws when it is longer than 64 KB, not UTF-8, or too late. */
  private static String readText(InputStream in) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] part = new byte[4096];
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      read.write(part, 0, count);
      if (read.size() > LONGEST_BODY || Thread.interrupted()) throw new IOException("too long");
    }
    // A new decoder throws at wrong bytes; `new String` would replace them.
    ByteBuffer bytes = ByteBuffer.wrap(read.toByteArray());
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  private static String encode(String value) throws IOException {
    return URLEncoder.encode(value, "UTF-8").replace("+", "%20");
  }

  private static long maxAgeOf(String cacheControl) {
    Matcher found = MAX_AGE.matcher(cacheControl == null ? "" : cacheControl);
    return found.find() ? Math.min(Math.max(Long.parseLong(found.group(2)), 1), DAY) : 30;
  }

  /** A date is compared with the server's own, because the clock of a phone may be wrong. */
  private static long retryAfterOf(HttpURLConnection connection) {
    String text = connection.getHeaderField("Retry-After");
    if (text == null) return 0;
    if (text.trim().matches("\\d+")) return (long) Math.min(Double.parseDouble(text), DAY);
    long until = connection.getHeaderFieldDate("Retry-After", 0);
    long now = connection.getHeaderFieldDate("Date", System.currentTimeMillis());
    return Math.min(Math.max((until - now) / 1000, 0), DAY);
  }
}
