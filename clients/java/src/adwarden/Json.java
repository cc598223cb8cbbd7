package adwarden;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes JSON: objects as Map, numbers as Double; what is in a list is not kept. A JVM has no reader. */
final class Json {
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final Object LIST = new Object();

  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  /** Throws IllegalArgumentException when the text is not JSON. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.check(json.skip("") && json.at == text.length());
    return value;
  }

  /** The object in a value; null when it is something else. */
  @SuppressWarnings("unchecked") // all keys are texts
  static Map<String, Object> asObject(Object value) {
    return value instanceof Map ? (Map<String, Object>) value : null;
  }

  /** Writes maps, texts, numbers and null. */
  static String write(Object value) {
    if (value instanceof String) return quote((String) value);
    if (!(value instanceof Map)) return String.valueOf(value);
    StringBuilder out = new StringBuilder("{");
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
      out.append(out.length() == 1 ? "" : ",").append(quote(entry.getKey().toString()));
      out.append(':').append(write(entry.getValue()));
    }
    return out.append('}').toString();
  }

  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char character : text.toCharArray()) {
      if (character < ' ') out.append(String.format("\\u%04x", (int) character));
      else out.append(character == '"' || character == '\\' ? "\\" : "").append(character);
    }
    return out.append('"').toString();
  }

  /** Keeps the open brackets in a list: with recursion, a body of 64 KB of brackets would need too much stack. */
  private Object value() {
    Deque<Object> around = new ArrayDeque<>();
    Deque<String> names = new ArrayDeque<>(); // of the values that are being read
    while (true) {
      Object value = skip("{") ? new LinkedHashMap<>() : skip("[") ? LIST : single();
      boolean hasEnd = value == LIST || value instanceof Map;
      if (hasEnd && !skip(endOf(value))) {
        around.push(value);
        names.push(nameIn(value));
        continue;
      }
      while (!around.isEmpty()) {
        Object outer = around.peek();
        String name = names.pop();
        if (outer != LIST) asObject(outer).put(name, value);
        if (skip(",")) {
          names.push(nameIn(outer));
          break;
        }
        check(skip(endOf(outer)));
        value = around.pop();
      }
      if (around.isEmpty()) return value;
    }
  }

  private static String endOf(Object outer) {
    return outer == LIST ? "]" : "}";
  }

  /** The name before the next value; "" in a list. */
  private String nameIn(Object outer) {
    if (outer == LIST) return "";
    check(skip("\""));
    String name = restOfString();
    check(skip(":"));
    return name;
  }

  private Object single() {
    if (skip("\"")) return restOfString();
    if (skip("true")) return true;
    if (skip("false")) return false;
    if (skip("null")) return null;
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    check(number.lookingAt());
    at = number.end();
    return Double.valueOf(number.group());
  }

  private String restOfString() {
    StringBuilder found = new StringBuilder();
    for (char next = take(); next != '"'; next = take()) {
      check(next >= ' ');
      found.append(next == '\\' ? escaped() : next);
    }
    return found.toString();
  }

  private char escaped() {
    char next = take();
    int place = "\"\\/bfnrtu".indexOf(next);
    check(place >= 0);
    if (next != 'u') return "\"\\/\b\f\n\r\t".charAt(place);
    String code = "" + take() + take() + take() + take();
    check(code.matches("[0-9a-fA-F]{4}"));
    return (char) Integer.parseInt(code, 16);
  }

  private char take() {
    check(at < text.length());
    return text.charAt(at++);
  }

  /** Skips space and then `wanted`; false when something else follows. */
  private boolean skip(String wanted) {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    if (!text.startsWith(wanted, at)) return false;
    at += wanted.length();
    return true;
  }

  private void check(boolean isJson) {
    if (!isJson) throw new IllegalArgumentException("no JSON at " + at);
  }
}
