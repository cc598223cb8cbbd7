import Foundation

// What the values of headers mean (docs/client-protocol.md, "Header values").

/// Of `Cache-Control`. The first `max-age` counts; a comma in quotes ends no directive.
func maxAge(of value: String?) -> Seconds {
  var isQuoted = false
  let directives = (value ?? "").split { character in
    if character == "\"" { isQuoted.toggle() }
    return character == "," && !isQuoted
  }
  let parts = directives.map { String($0).trimmed.lowercased().split(separator: "=", maxSplits: 1) }
  guard let first = parts.first(where: { $0.first == "max-age" }), first.count == 2 else {
    return 30
  }
  let text = String(first[1])
  let isInQuotes = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
  let digits = isInQuotes ? String(text.dropFirst().dropLast()) : text
  return (wholeNumber(digits) ?? 30).clamped(to: 1...day)
}

/// Of `Retry-After`; 0 when it says nothing. A date is compared with the server's own, if it can be read.
func retryAfter(of value: String?, date: Date?) -> Seconds {
  let text = value?.trimmed
  let seconds = wholeNumber(text) ?? httpDate(text)?.timeIntervalSince(date ?? Date()) ?? 0
  return seconds.clamped(to: 0...day)
}

/// The three forms of a date (RFC 9110, 5.6.7).
func httpDate(_ value: String?) -> Date? {
  guard let text = value?.trimmed.replacingOccurrences(of: "  ", with: " ") else { return nil }
  let forms = [
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
  ]
  for form in forms {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.isLenient = false
    format.twoDigitStartDate = Date(timeIntervalSince1970: 0)
    format.dateFormat = form
    if let date = format.date(from: text), date.timeIntervalSince1970 > 0 { return date }
  }
  return nil
}

func wholeNumber(_ text: (some StringProtocol)?) -> Double? {
  text.flatMap { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Double($0) : nil }
}
