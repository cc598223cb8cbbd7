package adwarden;

/** The 401 answers in a row since the last good answer. Immutable. */
final class Refusal {
  private static final long GRACE = 24 * 3_600_000; // milliseconds for which the stored answer stays valid

  final Long refusedAt; // the server's time at the first of them, milliseconds since 1970; null if it did not say
  final long refusedFor; // milliseconds since then, as far as they are known
  private final long asOf; // the uptime at which `refusedFor` was true

  Refusal(Long refusedAt, long refusedFor, long uptime) {
    this.refusedAt = refusedAt;
    this.refusedFor = Math.min(Math.max(refusedFor, 0), GRACE);
    this.asOf = uptime;
  }

  /** After one more 401. `before` is null at the first, `date` if the server did not say. */
  static Refusal after(Refusal before, Long date, long uptime) {
    long refusedFor = before == null ? 0 : before.at(uptime).refusedFor;
    Long first = before == null || before.refusedAt == null ? date : before.refusedAt;
    if (first == null || date == null) return new Refusal(first, refusedFor, uptime);
    // The server's clock counts also while the app does not run. The first date lies in the future if it was wrong.
    long refusedAt = Math.min(first, date);
    return new Refusal(refusedAt, Math.max(refusedFor, date - refusedAt), uptime);
  }

  Refusal at(long uptime) {
    return new Refusal(refusedAt, refusedFor + uptime - asOf, uptime);
  }

  /** Whether the stored answer is no longer valid. */
  boolean isOver() {
    return refusedFor >= GRACE;
  }
}
