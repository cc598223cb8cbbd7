import Foundation

/// The last good answer.
struct Stored {
  let etag: String?
  /// When the answer came, since 1970.
  let checkedAt: Milliseconds
  let maxAge: Seconds
  let values: AdwardenValues
}

/// The 401 answers in a row since the last good answer.
struct Refusal {
  /// The server's time at the first of them, since 1970; nil if the server did not say.
  var refusedAt: Milliseconds?
  /// What has passed since then, as far as it is known.
  var refusedFor: Milliseconds
}

/// What is stored of an app (docs/client-protocol.md, "What is stored").
struct Record {
  let stored: Stored
  let refusal: Refusal?
}

extension Record {
  static let longest = 16_384
  private static let format = 2.0
  /// Of versions up to 0.3.2: without a checksum.
  private static let oldFormat = 1.0
  /// How many bytes `signed` adds.
  private static let signature = 18

  /// The name under which a storage has the record of an app.
  static func key(appID: String) -> String {
    let safe = appID.replacingOccurrences(
      of: "[^A-Za-z0-9_-]", with: "_", options: .regularExpression)
    return "adwarden-" + safe
  }

  /// Nil for everything that no version of this client wrote for this app.
  init?(_ data: Data, appID: String) {
    guard data.count <= Record.longest, let fields = Json(data)?.object,
      fields["appID"] == .text(appID),
      let checkedAt = fields["checkedAt"]?.number, let maxAge = fields["maxAge"]?.number,
      let ads = fields["ads"]?.object, let units = ads["units"]?.object,
      // Values with a field of another type are not as a client writes them.
      let values = AdwardenValues(fields: ads, units: units), values.json == .object(ads)
    else { return nil }
    let isOld = fields["format"] == .number(Record.oldFormat)
    let isWhole =
      fields["format"] == .number(Record.format)
      && data == Record.signed(data.dropLast(Record.signature))
    guard isOld || isWhole else { return nil }
    let (etag, refusedAt, refusedFor) = (fields["etag"], fields["refusedAt"], fields["refusedFor"])
    guard etag == .null || etag?.text != nil,
      refusedAt == .null || refusedAt?.number != nil,
      // Version 0.1 had no `refusedFor`.
      refusedFor == nil || refusedFor == .null || refusedFor?.number != nil
    else { return nil }
    stored = Stored(
      // Without its tag, an old record that is damaged is not confirmed, but replaced.
      etag: isOld ? nil : usableTag(etag?.text),
      checkedAt: checkedAt,
      maxAge: maxAge.clamped(to: 1...day),
      values: values
    )
    let isRefused = refusedAt?.number != nil || refusedFor?.number != nil
    let row = Refusal(refusedAt: refusedAt?.number, refusedFor: max(refusedFor?.number ?? 0, 0))
    refusal = isRefused ? row : nil
  }

  /// The text to store; nil when it is too long.
  func encoded(appID: String) -> Data? {
    let (values, units) = (stored.values, stored.values.units.map { ($0.rawValue, $1) })
    let fields: [String: Any] = [
      "format": Record.format,
      "appID": appID,
      "etag": orNull(stored.etag),
      "checkedAt": stored.checkedAt,
      "maxAge": stored.maxAge,
      "refusedAt": orNull(refusal?.refusedAt),
      "refusedFor": orNull(refusal?.refusedFor),
      "ads": [
        "adsStatus": values.adsStatus.rawValue,
        "reason": orNull(values.reason),
        "visibleExtra": values.visibleExtra.rawValue,
        "updatedAt": orNull(values.updatedAt),
        "units": Dictionary(uniqueKeysWithValues: units),
      ],
    ]
    let data = try? JSONSerialization.data(withJSONObject: fields)
    let record = data.map { Record.signed($0.dropLast()) }
    return record.flatMap { $0.count <= Record.longest ? $0 : nil }
  }

  /// A record, whose text is given without its end, with the CRC-32 of this text.
  private static func signed(_ text: Data) -> Data {
    var crc = UInt32.max
    for byte in text {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let sum = String(~crc, radix: 16)
    let zeros = String(repeating: "0", count: 8 - sum.count)
    return text + Data(",\"sum\":\"\(zeros)\(sum)\"}".utf8)
  }
}

extension AdwardenValues {
  /// As it is stored.
  fileprivate var json: Json {
    .object([
      "adsStatus": .text(adsStatus.rawValue),
      "reason": reason.map(Json.text) ?? .null,
      "visibleExtra": .text(visibleExtra.rawValue),
      "updatedAt": updatedAt.map(Json.text) ?? .null,
      "units": .object(
        Dictionary(uniqueKeysWithValues: units.map { ($0.rawValue, .text($1)) })),
    ])
  }
}

private func orNull(_ value: Any?) -> Any { value ?? NSNull() }

/// The ETag, if a header can have it.
func usableTag(_ etag: String?) -> String? {
  guard let etag, !etag.isEmpty, etag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
    return nil
  }
  return etag
}
