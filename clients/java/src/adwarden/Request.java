package adwarden;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Asks the server once. */
final class Request implements Runnable {
  static final int MOST_BYTES = 65_536; // of a head, and of a body

  final Options options;
  private final String tag; // null when none is sent
  private final Runnable done;
  private volatile HttpURLConnection connection;
  volatile Outcome outcome; // null until it is known

  /** Calls `done` once, on another thread, when there is an outcome. */
  Request(Options options, String tag, Runnable done) {
    this.options = options;
    this.tag = tag;
    this.done = done;
  }

  /** Runs on a thread of its own; once more to disconnect when the limit is over. */
  @Override
  public void run() {
    if (outcome == null) end(found());
    // The body of a failure was not read, so its connection cannot be used again.
    if (outcome.cause != null) disconnect();
  }

  private Outcome found() {
    try {
      return exchange();
    } catch (Throwable e) {
      return notReached(e);
    }
  }

  /** Called after the limit. The limits of the connection itself are for each read, and a DNS look-up has none. */
  void giveUp() {
    if (outcome != null) return;
    end(Outcome.notReached("nothing within " + options.timeoutMs / 1_000.0 + " s"));
    options.device.run(this); // to disconnect, which may block
  }

  private synchronized void end(Outcome found) {
    if (outcome != null) return;
    outcome = found;
    // After a failure the platform's connection has its turn again.
    if (found.cause != null) options.isInformed = false;
    done.run();
  }

  private void disconnect() {
    if (connection != null) connection.disconnect();
  }

  private Outcome exchange() throws IOException {
    String query = "?appID=" + encode(options.appID) + "&authToken=" + encode(options.authToken);
    URL url = new URL(options.address + "/api/getAds" + query);
    int status = options.isInformed ? 100 : send((HttpURLConnection) url.openConnection());
    if (status / 100 == 1) {
      // Some platforms give the real answer to the next request, so their connections are not used again.
      options.isInformed = true;
      disconnect();
      status = send(new SocketConnection(url));
    }
    if (status == 304) return isConfirmed() ? answered(null) : notOurs(status);
    if (status / 100 == 3) return redirected();
    String text = readText(status >= 400);
    Ads ads = status == 200 ? Ads.ofBody(text, options.appID) : null;
    if (ads != null) return answered(ads);
    // The status alone says nothing: the sign-in page of a network may have any.
    return Ads.isRefusal(text) ? refused(status) : notOurs(status);
  }

  /** Sends the request; returns the status of the answer. */
  private int send(HttpURLConnection through) throws IOException {
    connection = through;
    connection.setConnectTimeout(Math.min(5_000, options.timeoutMs));
    connection.setReadTimeout(options.timeoutMs);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestProperty("User-Agent", "adwarden-java/" + Adwarden.VERSION);
    if (tag != null) connection.setRequestProperty("If-None-Match", tag);
    connection.connect();
    if (outcome != null) throw new IOException(); // nothing may be sent any more
    return connection.getResponseCode();
  }

  private Outcome answered(Ads ads) {
    Outcome answer = new Outcome();
    answer.ads = ads;
    answer.etag = header("ETag");
    answer.maxAge = HeaderValues.maxAge(header("Cache-Control"));
    return answer;
  }

  /** Tags are compared without the mark that a filter on the way adds, such as one for gzip. */
  private boolean isConfirmed() {
    String etag = header("ETag");
    return tag != null && (etag.isEmpty() || weak(etag).equals(weak(tag)));
  }

  private static String weak(String etag) {
    return etag.replaceFirst("^W/", "");
  }

  private static Outcome notOurs(int status) {
    String words = ": The answer is not of an Adwarden server for this app. It may be the sign-in page of a network";
    Outcome failure = Outcome.failed("not-ours", status + words);
    failure.dropTag = status == 304;
    return failure;
  }

  private Outcome redirected() {
    String host = header("Location").replaceFirst("(?i)^(https?://[^/?#]+|).*", "$1");
    String to = host.isEmpty() ? "another address" : host;
    return Outcome.failed(
        "redirected", "Redirected to " + to + ". The client does not follow redirects");
  }

  private Outcome refused(int status) {
    Outcome failure = Outcome.failed("refused", status + ": The server refused");
    if (status == 400) {
      failure.cause = "bad-request";
      failure.message = "400: The server does not understand the request. Check the app ID";
    } else if (status == 401) {
      failure.cause = "unauthorized";
      failure.message = "401: The app ID or the auth token is wrong, or the app was deleted";
    }
    failure.isRefusal = true;
    failure.date = HeaderValues.date(header("Date"));
    failure.retryAfter = HeaderValues.retryAfter(header("Retry-After"), failure.date);
    return failure;
  }

  private static Outcome notReached(Throwable e) {
    if (e instanceof SecurityException) {
      return Outcome.failed(
          "no-permission",
          "The app may not use the network. Add android.permission.INTERNET to its manifest");
    }
    String words = e.toString().replaceAll("^[\\w.]+\\.", ""); // without the package
    if (words.matches("(?is).*cleartext.*")) {
      return Outcome.failed(
          "cleartext", "Android forbids http:// here. Use https://, or permit cleartext traffic");
    }
    return Outcome.notReached(words);
  }

  /** The body. Throws when it is longer than 64 KB, shorter than its length, or not UTF-8. */
  private String readText(boolean isError) throws IOException {
    InputStream in = isError ? connection.getErrorStream() : connection.getInputStream();
    if (in == null) return ""; // of an error without a body
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] part = new byte[4_096];
    try {
      for (int count = in.read(part); count >= 0; count = in.read(part)) {
        read.write(part, 0, count);
        if (read.size() > MOST_BYTES) throw new IOException("the answer is too long");
      }
    } finally {
      in.close(); // okhttp complains of a body that is broken off and not closed
    }
    if (read.size() < connection.getContentLength()) throw new IOException("half an answer");
    // A new decoder throws at wrong bytes; `new String` would replace them.
    ByteBuffer bytes = ByteBuffer.wrap(read.toByteArray());
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  /** All lines of a header in their order; "" when there is none. Asked by its name, a JVM gives the last one. */
  private String header(String name) {
    String all = "";
    for (int at = 0; connection.getHeaderField(at) != null; at++) {
      if (!name.equalsIgnoreCase(connection.getHeaderFieldKey(at))) continue;
      all += (all.isEmpty() ? "" : ", ") + connection.getHeaderField(at).trim();
    }
    return all;
  }

  private static String encode(String value) throws IOException {
    return URLEncoder.encode(value, "UTF-8");
  }
}
