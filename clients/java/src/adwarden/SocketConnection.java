package adwarden;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A GET that skips informational answers (RFC 9110, 15.2). The platform's connection takes them for the real one. */
final class SocketConnection extends HttpURLConnection {
  private final Socket socket = new Socket();
  private InputStream in;
  private String[] lines = {}; // of the head

  SocketConnection(URL url) {
    super(url);
  }

  /** Sends the request, and reads the status and the headers of the real answer. */
  @Override
  public void connect() throws IOException {
    int port = url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
    socket.connect(new InetSocketAddress(url.getHost(), port), getConnectTimeout());
    socket.setSoTimeout(getReadTimeout());
    Socket open = url.getProtocol().equals("https") ? secured(port) : socket;
    // The answer to HTTP/1.0 has no chunks.
    String request = "GET " + url.getFile() + " HTTP/1.0\r\nHost: " + url.getAuthority() + "\r\n";
    for (String name : getRequestProperties().keySet()) {
      request += name + ": " + getRequestProperty(name) + "\r\n";
    }
    open.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.UTF_8));
    in = open.getInputStream();
    String head;
    do head = readHead();
    while (head.startsWith("HTTP/1.1 1"));
    lines = head.split("\r\n");
  }

  /** The host is checked as for every https address: by TLS itself, before Android 7 by Android's own rule. */
  private Socket secured(int port) throws IOException {
    String host = url.getHost();
    SSLSocket secure =
        (SSLSocket)
            HttpsURLConnection.getDefaultSSLSocketFactory().createSocket(socket, host, port, true);
    try {
      SSLParameters checked = secure.getSSLParameters();
      checked.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(checked);
    } catch (NoSuchMethodError e) { // API 24
      if (!HttpsURLConnection.getDefaultHostnameVerifier().verify(host, secure.getSession())) {
        throw new IOException("a certificate of another host");
      }
    }
    return secure;
  }

  private String readHead() throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf("\r\n\r\n", read.length() - 4) < 0) {
      int next = in.read();
      if (next < 0 || read.length() > Request.MOST_BYTES) throw new IOException("half an answer");
      read.append((char) next);
    }
    return read.toString();
  }

  /** 0 is the line with the status, which has no name. */
  @Override
  public String getHeaderField(int index) {
    if (index >= lines.length) return null;
    return index == 0 ? lines[0] : lines[index].substring(lines[index].indexOf(':') + 1).trim();
  }

  @Override
  public String getHeaderFieldKey(int index) {
    return index == 0 || index >= lines.length ? null : lines[index].split(":", 2)[0];
  }

  @Override
  public String getHeaderField(String name) {
    for (int at = 1; getHeaderFieldKey(at) != null; at++) {
      if (name.equalsIgnoreCase(getHeaderFieldKey(at))) return getHeaderField(at);
    }
    return null;
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public InputStream getErrorStream() {
    return in;
  }

  @Override
  public void disconnect() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed
    }
  }

  @Override
  public boolean usingProxy() {
    return false;
  }
}
