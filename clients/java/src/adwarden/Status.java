package adwarden;

/** How asking the server goes, and the last failure since the start, also when answers came after it. */
public final class Status {
  /** `never-asked`, `asking`, `answered` or `failed`. */
  public final String state;
  /** Why no answer came, as docs/client-protocol.md names it, such as `no-answer`; null when all went well. */
  public final String cause;
  /** The same for developers, in English. */
  public final String message;
  /** When it failed, in milliseconds since 1970. */
  public final long failedAt;

  Status(String state, String cause, String message, long failedAt) {
    this.state = state;
    this.cause = cause;
    this.message = message;
    this.failedAt = failedAt;
  }
}
