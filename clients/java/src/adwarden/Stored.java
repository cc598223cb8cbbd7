package adwarden;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** The last good answer, as it is stored (docs/client-protocol.md, "What is stored"). Immutable. */
final class Stored {
  static final int LONGEST = 16_384; // bytes of UTF-8
  private static final int FORMAT = 2;
  private static final String SUM = ",\"sum\":\"";

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
    boolean isOld = record.get("format").equals(1.0); // of versions up to 0.3.2, without a checksum
    if (!isOld && !(record.get("format").equals((double) FORMAT) && isWhole(text))) return null;
    if (!appID.equals(record.get("appID"))) return null;
    Map<String, Object> fields = Json.asObject(record.get("ads"));
    Ads ads = Ads.of(fields, Json.asObject(fields.get("units")));
    // Ads with a field of another type are not as a client writes them.
    if (ads == null || !ads.fields.equals(fields)) return null;
    Long refusedAt = longOf(record.get("refusedAt"));
    Long refusedFor = longOf(record.get("refusedFor")); // version 0.1 had none
    Refusal refusal = null;
    if (refusedAt != null || refusedFor != null) {
      refusal = new Refusal(refusedAt, refusedFor == null ? 0 : refusedFor, uptime);
    }
    long checkedAt = longOf(record.get("checkedAt"));
    long maxAge = longOf(record.get("maxAge"));
    // Without its tag, an old record that is damaged is not confirmed, but replaced.
    String etag = (String) record.get("etag");
    return new Stored(isOld ? null : etag, checkedAt, maxAge, ads, refusal);
  }

  private static boolean isWhole(String text) {
    int end = text.lastIndexOf(SUM);
    return end >= 0 && text.equals(signed(text.substring(0, end)));
  }

  /** A record, whose text is given without its end, with the CRC-32 of this text. */
  private static String signed(String text) {
    CRC32 crc = new CRC32();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    crc.update(bytes, 0, bytes.length);
    return text + SUM + String.format("%08x", crc.getValue()) + "\"}";
  }

  private static Long longOf(Object number) {
    if (number == null) return null;
    if (((Double) number).isInfinite()) throw new IllegalArgumentException();
    return ((Double) number).longValue();
  }

  /** The text to store; null when it is too long. */
  String write(String appID) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("format", FORMAT);
    record.put("appID", appID);
    record.put("etag", etag);
    record.put("checkedAt", checkedAt);
    record.put("maxAge", maxAge);
    record.put("refusedAt", refusal == null ? null : refusal.refusedAt);
    record.put("refusedFor", refusal == null ? null : refusal.refusedFor);
    record.put("ads", ads.fields);
    String json = Json.write(record);
    String text = signed(json.substring(0, json.length() - 1));
    return isTooLong(text) ? null : text;
  }

  private static boolean isTooLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > LONGEST;
  }
}
