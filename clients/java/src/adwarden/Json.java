package adwarden;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes JSON: objects as Map, numbers as Double; what is in a list is not kept. A JVM has no reader. */
final class Json {
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final int DEEPEST = 200; // each level takes stack
  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  /** Throws IllegalArgumentException when the text is not JSON. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
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

  private Object value(int depth) {
    check(depth <= DEEPEST);
    if (skip("{")) return members(true, "}", depth);
    if (skip("[")) return members(false, "]", depth).values();
    if (skip("\"")) return restOfString();
    if (skip("true")) return true;
    if (skip("false")) return false;
    if (skip("null")) return null;
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    check(number.lookingAt());
    at = number.end();
    return Double.valueOf(number.group());
  }

  /** The members of an object, or (without names) of a list. */
  private Map<String, Object> members(boolean haveNames, String end, int depth) {
    Map<String, Object> found = new LinkedHashMap<>();
    if (skip(end)) return found;
    do {
      check(!haveNames || skip("\""));
      String name = haveNames ? restOfString() : "";
      check(!haveNames || skip(":"));
      found.put(name, value(depth + 1));
    } while (skip(","));
    check(skip(end));
    return found;
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
