import Foundation

extension AdwardenValues {
  /// The values in a body of the server; nil when it is not the answer for this app.
  init?(body: Data, appID: String) {
    guard let body = Json(body)?.object, body["success"] == .bool(true),
      let data = body["data"]?.object, data["appID"] == .text(appID)
    else { return nil }
    self.init(fields: data, units: data)
  }

  /// Takes the known fields; nil when `adsStatus` is neither on nor off.
  init?(fields: [String: Json], units: [String: Json]) {
    guard let adsStatus = fields["adsStatus"]?.onOff else { return nil }
    self.init(
      adsStatus: adsStatus,
      reason: fields["reason"]?.text,
      visibleExtra: fields["visibleExtra"]?.onOff ?? .off,
      updatedAt: fields["updatedAt"]?.text
    )
    for slot in AdwardenSlot.allCases {
      let unit = units[slot.rawValue]?.text?.trimmed ?? ""
      if !unit.isEmpty { self.units[slot] = unit }
    }
  }
}

/// Whether a body is the server's own refusal: its envelope says so.
func isRefusal(_ body: Data) -> Bool {
  let fields = Json(body)?.object
  return fields?["success"] == .bool(false) && fields?["status"] == .text("error")
}

extension Json {
  fileprivate var onOff: AdwardenOnOff? { text.flatMap(AdwardenOnOff.init) }
}
