package adwarden;

import adwarden.Adwarden.OnOff;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an app gets from the server, without unknown fields. Immutable. */
final class Ads {
  /** Before any answer. */
  static final Ads NONE = new Ads(new LinkedHashMap<>()).with("reason", "no-answer");

  final Map<String, Object> fields; // as they are stored

  private Ads(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** The ads in a server's body; null when the body is not the answer for this app. */
  static Ads ofBody(String text, String appID) {
    Map<String, Object> body = bodyOf(text);
    Map<String, Object> data = Json.asObject(body.get("data"));
    boolean isOurs = Boolean.TRUE.equals(body.get("success")) && data != null && appID.equals(data.get("appID"));
    return isOurs ? of(data, data) : null;
  }

  /** Whether a body is the server's own refusal: its envelope says so. */
  static boolean isRefusal(String text) {
    Map<String, Object> body = bodyOf(text);
    return Boolean.FALSE.equals(body.get("success")) && "error".equals(body.get("status"));
  }

  /** Empty when the text is no object in JSON. */
  private static Map<String, Object> bodyOf(String text) {
    try {
      String json = text.startsWith("\uFEFF") ? text.substring(1) : text; // a byte order mark
      Map<String, Object> body = Json.asObject(Json.parse(json));
      if (body != null) return body;
    } catch (IllegalArgumentException e) {
      // no JSON
    }
    return new LinkedHashMap<>();
  }

  /** Takes the known fields, with defaults for missing ones; null when `adsStatus` is neither on nor off. */
  static Ads of(Map<String, Object> data, Map<String, Object> unitsOf) {
    Object status = data.get("adsStatus");
    if (!"on".equals(status) && !"off".equals(status)) return null;
    Map<String, Object> units = new LinkedHashMap<>();
    for (Slot slot : Slot.values()) {
      String unit = textOf(unitsOf.get(slot.field));
      if (unit != null && !unit.trim().isEmpty()) units.put(slot.field, unit.trim());
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("adsStatus", status);
    fields.put("reason", textOf(data.get("reason")));
    fields.put("visibleExtra", "on".equals(data.get("visibleExtra")) ? "on" : "off");
    fields.put("updatedAt", textOf(data.get("updatedAt")));
    fields.put("units", units);
    return new Ads(fields);
  }

  private static String textOf(Object value) {
    return value instanceof String ? (String) value : null;
  }

  Ads with(String field, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(fields);
    changed.put(field, value);
    return new Ads(changed);
  }

  /** What counts instead when the server has refused for too long. */
  Ads refused() {
    return with("adsStatus", "off").with("reason", "unauthorized");
  }

  OnOff onOff(String field) {
    return "on".equals(fields.get(field)) ? OnOff.ON : OnOff.OFF;
  }

  String text(String field) {
    return (String) fields.get(field);
  }

  /** The ad unit of a slot; null when ads are off or the slot is empty. */
  String unit(Slot slot) {
    if (slot == null || onOff("adsStatus") == OnOff.OFF) return null;
    return (String) Json.asObject(fields.get("units")).get(slot.field);
  }
}
