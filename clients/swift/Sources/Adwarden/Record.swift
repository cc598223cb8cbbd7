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
  private static let format = 1.0

  /// The name under which a storage has the record of an app.
  static func key(appID: String) -> String {
    let safe = appID.replacingOccurrences(
      of: "[^A-Za-z0-9_-]", with: "_", options: .regularExpression)
    return "adwarden-" + safe
  }

  /// Nil for everything that no version of this client wrote for this app.
  init?(_ data: Data, appID: String) {
    guard data.count <= Record.longest, let fields = Json(data)?.object,
      fields["format"] == .number(Record.format), fields["appID"] == .text(appID),
      let checkedAt = fields["checkedAt"]?.number, let maxAge = fields["maxAge"]?.number,
      let ads = fields["ads"]?.object, let units = ads["units"]?.object,
      let values = AdwardenValues(fields: ads, units: units)
    else { return nil }
    let (etag, refusedAt, refusedFor) = (fields["etag"], fields["refusedAt"], fields["refusedFor"])
    guard etag == .null || etag?.text != nil,
      refusedAt == .null || refusedAt?.number != nil,
      refusedFor == .null || refusedFor?.number != nil
    else { return nil }
    stored = Stored(
      etag: usableTag(etag?.text),
      checkedAt: checkedAt,
      maxAge: maxAge.clamped(to: 1...day),
      values: values
    )
    let isRefused = refusedAt != .null || refusedFor != .null
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
    return data.flatMap { $0.count <= Record.longest ? $0 : nil }
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
