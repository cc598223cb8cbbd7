package adwarden;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last good answer with what is stored beside it (docs/client-protocol.md, "What is stored"). Never changes. */
final class Answer {
  static final int LONGEST = 16_384; // bytes of UTF-8
  final String etag; // null when the answer had none
  final long checkedAt; // when it was received or confirmed; milliseconds since 1970
  final long maxAge; // seconds
  final Long refusedAt; // the time of the first 401 in a row, milliseconds since 1970, or null
  final Map<String, Object> ads; // the values for the app

  Answer(String etag, long checkedAt, long maxAge, Long refusedAt, Map<String, Object> ads) {
    // Other characters cannot be sent in a header.
    this.etag = etag != null && etag.matches("[ -~]+") ? etag : null;
    this.checkedAt = checkedAt;
    this.maxAge = Math.min(Math.max(maxAge, 1), 86_400);
    this.refusedAt = refusedAt;
    this.ads = ads;
  }

  String unit(Slot slot) {
    return (String) Json.asObject(ads.get("units")).get(slot.field);
  }

  /** The values in a server's body; null when the body is not the answer for this app. Throws when it is not JSON. */
  static Map<String, Object> adsOfBody(String text, String appID) {
    Map<String, Object> body = Json.asObject(Json.parse(text));
    if (body == null || !Boolean.TRUE.equals(body.get("success"))) return null;
    Map<String, Object> data = Json.asObject(body.get("data"));
    return data == null || !appID.equals(data.get("appID")) ? null : adsOf(data, data);
  }

  /** The known fields, with defaults for missing ones; null when `adsStatus` is neither on nor off. */
  private static Map<String, Object> adsOf(Map<String, Object> data, Map<String, Object> unitsOf) {
    Object status = data.get("adsStatus");
    if (!"on".equals(status) && !"off".equals(status)) return null;
    Map<String, Object> units = new LinkedHashMap<>();
    for (Slot slot : Slot.values()) {
      String unit = textOf(unitsOf.get(slot.field));
      if (unit != null && !unit.trim().isEmpty()) units.put(slot.field, unit.trim());
    }
    Map<String, Object> ads = new LinkedHashMap<>();
    ads.put("adsStatus", status);
    ads.put("reason", textOf(data.get("reason")));
    ads.put("visibleExtra", "on".equals(data.get("visibleExtra")) ? "on" : "off");
    ads.put("updatedAt", textOf(data.get("updatedAt")));
    ads.put("units", units);
    return ads;
  }

  private static String textOf(Object value) {
    return value instanceof String ? (String) value : null;
  }

  /** Throws, or returns null, for everything that this version did not write for this app. */
  static Answer read(String appID, String text) {
    if (text == null || isTooLong(text)) return null;
    Map<String, Object> record = Json.asObject(Json.parse(text));
    if (!appID.equals(record.get("appID")) || !record.get("format").equals(1.0)) return null;
    Map<String, Object> stored = Json.asObject(record.get("ads"));
    Map<String, Object> ads = adsOf(stored, Json.asObject(stored.get("units")));
    Long checkedAt = longOf(record.get("checkedAt"));
    Long maxAge = longOf(record.get("maxAge"));
    Long refusedAt = longOf(record.get("refusedAt"));
    String etag = (String) record.get("etag");
    return ads == null ? null : new Answer(etag, checkedAt, maxAge, refusedAt, ads);
  }

  private static Long longOf(Object number) {
    return number == null ? null : ((Double) number).longValue();
  }

  /** The text to store; null when it is too long. */
  String write(String appID) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("format", 1);
    record.put("appID", appID);
    record.put("etag", etag);
    record.put("checkedAt", checkedAt);
    record.put("maxAge", maxAge);
    record.put("refusedAt", refusedAt);
    record.put("ads", ads);
    String text = Json.write(record);
    return isTooLong(text) ? null : text;
  }

  private static boolean isTooLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > LONGEST;
  }
}
