package adwarden;

/** The outcome of a request. */
final class Outcome {
  String cause; // why there is no answer; null when there is one
  String message;
  boolean isRefusal; // the server itself refused, so that it is asked less often
  boolean dropTag; // the next request must not have a tag
  long retryAfter; // seconds; 0 when the server did not say
  Long date; // the server's time, milliseconds since 1970; null if it did not say
  Ads ads; // of a new answer; null when the stored one is confirmed
  String etag;
  long maxAge; // seconds

  /** Whether the server wants not to be asked. A 401 does not: it is about a token. */
  boolean isHold() {
    return isRefusal && !cause.equals("unauthorized");
  }

  static Outcome failed(String cause, String message) {
    Outcome outcome = new Outcome();
    outcome.cause = cause;
    outcome.message = message;
    return outcome;
  }

  static Outcome notReached(String why) {
    return failed("no-answer", "No answer: " + why);
  }
}
