import Foundation

/// A value of JSON. `JSONSerialization` is not used for reading: it refuses a whole text for one number such as `1e400`.
/// What is in a list is checked, but not kept.
enum Json: Equatable {
  case object([String: Json])
  case list
  case text(String)
  case number(Double)
  case bool(Bool)
  case null

  /// Nil when `data` is not JSON in UTF-8. A byte order mark at its beginning is skipped.
  init?(_ data: Data) {
    guard let text = String(data: data, encoding: .utf8) else { return nil }
    var reader = JsonReader(Array(text.utf16))
    guard let value = try? reader.readAll() else { return nil }
    self = value
  }

  var object: [String: Json]? {
    if case .object(let members) = self { members } else { nil }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Nil also for a number that is too large for a `Double`.
  var number: Double? {
    if case .number(let number) = self, number.isFinite { number } else { nil }
  }
}

/// How many levels of brackets are read: each needs some of the stack.
private let deepest = 300

/// What may stand behind a backslash, and what it means.
private let escaped = Array("\"\\/bfnrt".utf16)
private let meant = Array("\"\\/\u{8}\u{C}\n\r\t".utf16)

private struct NotJson: Error {}

private struct JsonReader {
  private let units: [UInt16]
  private var at = 0

  init(_ units: [UInt16]) {
    self.units = units
  }

  mutating func readAll() throws -> Json {
    if units.first == 0xFEFF { at = 1 }
    let value = try readValue(depth: 0)
    skipBlanks()
    guard at == units.count else { throw NotJson() }
    return value
  }

  private mutating func readValue(depth: Int) throws -> Json {
    guard depth < deepest else { throw NotJson() }
    if skip("{") { return .object(try readMembers(depth: depth + 1)) }
    if skip("[") { return try readList(depth: depth + 1) }
    if skip("\"") { return .text(try readRestOfText()) }
    if skip("true") { return .bool(true) }
    if skip("false") { return .bool(false) }
    if skip("null") { return .null }
    return .number(try readNumber())
  }

  private mutating func readMembers(depth: Int) throws -> [String: Json] {
    var members: [String: Json] = [:]
    if skip("}") { return members }
    repeat {
      try expect("\"")
      let name = try readRestOfText()
      try expect(":")
      members[name] = try readValue(depth: depth)
    } while skip(",")
    try expect("}")
    return members
  }

  private mutating func readList(depth: Int) throws -> Json {
    if skip("]") { return .list }
    repeat { _ = try readValue(depth: depth) } while skip(",")
    try expect("]")
    return .list
  }

  private mutating func readRestOfText() throws -> String {
    var text: [UInt16] = []
    while true {
      let unit = try take()
      if unit == UInt16(ascii: "\"") { return String(decoding: text, as: UTF16.self) }
      guard unit >= 0x20 else { throw NotJson() }
      text.append(unit == UInt16(ascii: "\\") ? try readEscaped() : unit)
    }
  }

  private mutating func readEscaped() throws -> UInt16 {
    let unit = try take()
    if unit == UInt16(ascii: "u") {
      let digits = String(
        decoding: [try take(), try take(), try take(), try take()], as: UTF16.self)
      guard digits.allSatisfy(\.isHexDigit), let code = UInt16(digits, radix: 16) else {
        throw NotJson()
      }
      return code
    }
    guard let place = escaped.firstIndex(of: unit) else { throw NotJson() }
    return meant[place]
  }

  private mutating func readNumber() throws -> Double {
    skipBlanks()
    let start = at
    _ = skipUnit("-")
    if !skipUnit("0") { try skipDigits() }
    if skipUnit(".") { try skipDigits() }
    if skipUnit("e") || skipUnit("E") {
      _ = skipUnit("+") || skipUnit("-")
      try skipDigits()
    }
    return Double(String(decoding: units[start..<at], as: UTF16.self)) ?? .infinity
  }

  private mutating func skipDigits() throws {
    let start = at
    while at < units.count, (0x30...0x39).contains(units[at]) { at += 1 }
    guard at > start else { throw NotJson() }
  }

  private mutating func take() throws -> UInt16 {
    guard at < units.count else { throw NotJson() }
    defer { at += 1 }
    return units[at]
  }

  private mutating func expect(_ word: String) throws {
    guard skip(word) else { throw NotJson() }
  }

  /// Skips blanks, and then `word` if it follows.
  private mutating func skip(_ word: String) -> Bool {
    skipBlanks()
    guard units[at...].starts(with: word.utf16) else { return false }
    at += word.utf16.count
    return true
  }

  private mutating func skipUnit(_ character: UnicodeScalar) -> Bool {
    guard at < units.count, units[at] == UInt16(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func skipBlanks() {
    while at < units.count, [0x20, 0x09, 0x0A, 0x0D].contains(units[at]) { at += 1 }
  }
}

extension UInt16 {
  fileprivate init(ascii character: UnicodeScalar) {
    self = UInt16(UInt8(ascii: character))
  }
}
