package adwarden;

import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the values of headers mean (docs/client-protocol.md, "Header values"). */
final class HeaderValues {
  private static final double DAY = 86_400;
  /** A comma in quotes ends no directive. */
  private static final Pattern DIRECTIVE = Pattern.compile("(?:[^,\"]++|\"[^\"]*+\"?)++");
  /** The three forms of a date (RFC 9110, 5.6.7). */
  private static final String[] DATES = {
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"
  };

  private HeaderValues() {}

  /** Seconds of `Cache-Control`. The first `max-age` counts. */
  static long maxAge(String value) {
    Matcher found = DIRECTIVE.matcher(value);
    while (found.find()) {
      String directive = found.group().trim();
      if (!directive.matches("(?i)max-age(=.*)?")) continue;
      boolean isNumber = directive.matches("(?i)max-age=(\\d+|\"\\d+\")");
      return isNumber ? (long) Math.min(Double.parseDouble(directive.replaceAll("\\D", "")), DAY) : 30;
    }
    return 30;
  }

  /** Seconds of `Retry-After`. A date is compared with the server's own, because the clock of a phone may be wrong. */
  static long retryAfter(String value, Long date) {
    if (value.matches("\\d+")) return (long) Math.min(Double.parseDouble(value), DAY);
    Long until = date(value);
    if (until == null) return 0;
    double seconds = (until - (date == null ? System.currentTimeMillis() : date)) / 1_000;
    return (long) Math.min(Math.max(seconds, 0), DAY);
  }

  /** Milliseconds since 1970; null when it is no date. */
  static Long date(String value) {
    for (String form : DATES) {
      SimpleDateFormat format = new SimpleDateFormat(form, Locale.US);
      format.setTimeZone(TimeZone.getTimeZone("GMT"));
      format.setLenient(false);
      format.set2DigitYearStart(new Date(0));
      try {
        Date date = format.parse(value);
        if (date.getTime() > 0) return date.getTime(); // `yyyy` takes a year of two digits, too
      } catch (ParseException e) {
        // perhaps another form
      }
    }
    return null;
  }
}
