package adwarden;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last good answer, as it is stored (docs/client-protocol.md, "What is stored"). Immutable. */
final class Stored {
  static final int LONGEST = 16_384; // bytes of UTF-8

  final String etag; // null when it had none that a header can have
  final long checkedAt; // when it came; milliseconds since 1970
  final long maxAge; // seconds
  final Ads ads;
  final Refusal refusal; // after this answer; null when there was none

  Stored(String etag, long checkedAt, long maxAge, Ads ads, Refusal refusal) {
    this.etag = etag != null && etag.matches("[ -~]+") ? etag : null;
    this.checkedAt = checkedAt;
    this.maxAge = Math.min(Math.max(maxAge, 1), 86_400);
    this.ads = ads;
    this.refusal = refusal;
  }

  /** Milliseconds for which it is fresh. Up to a fifth longer, so that phones that started together spread. */
  long freshFor() {
    return (long) (maxAge * 1_000 * (1 + Math.random() / 5));
  }

  Stored with(Refusal newest) {
    return new Stored(etag, checkedAt, maxAge, ads, newest);
  }

  /** Whether it says the same, whenever it came. */
  boolean isSame(Stored other) {
    boolean hasSameTag = etag == null ? other.etag == null : etag.equals(other.etag);
    return hasSameTag && ads.fields.equals(other.ads.fields);
  }

  /** Throws, or returns null, for everything that no version of this client wrote for this app. */
  static Stored read(String appID, String text, long uptime) {
    if (text == null || isTooLong(text)) return null;
    Map<String, Object> record = Json.asObject(Json.parse(text));
    if (!appID.equals(record.get("appID")) || !record.get("format").equals(1.0)) return null;
    Map<String, Object> fields = Json.asObject(record.get("ads"));
    Ads ads = Ads.of(fields, Json.asObject(fields.get("units")));
    if (ads == null) return null;
    Long refusedAt = longOf(record.get("refusedAt"));
    Long refusedFor = longOf(record.get("refusedFor")); // version 0.1 had none
    Refusal refusal = null;
    if (refusedAt != null || refusedFor != null) {
      refusal = new Refusal(refusedAt, refusedFor == null ? 0 : refusedFor, uptime);
    }
    long checkedAt = longOf(record.get("checkedAt"));
    long maxAge = longOf(record.get("maxAge"));
    return new Stored((String) record.get("etag"), checkedAt, maxAge, ads, refusal);
  }

  private static Long longOf(Object number) {
    if (number == null) return null;
    if (((Double) number).isInfinite()) throw new IllegalArgumentException();
    return ((Double) number).longValue();
  }

  /** The text to store; null when it is too long. */
  String write(String appID) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("format", 1);
    record.put("appID", appID);
    record.put("etag", etag);
    record.put("checkedAt", checkedAt);
    record.put("maxAge", maxAge);
    record.put("refusedAt", refusal == null ? null : refusal.refusedAt);
    record.put("refusedFor", refusal == null ? null : refusal.refusedFor);
    record.put("ads", ads.fields);
    String text = Json.write(record);
    return isTooLong(text) ? null : text;
  }

  private static boolean isTooLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > LONGEST;
  }
}
