public enum AdwardenOnOff: String, Sendable {
  case on, off
}

/// What an app gets from the server.
public struct AdwardenValues: Equatable, Sendable {
  public var adsStatus: AdwardenOnOff
  /// Why ads are off; nil when they are on. Later servers may have more reasons.
  public var reason: String?
  public var visibleExtra: AdwardenOnOff
  /// When the app's configuration was changed, ISO 8601; nil if the server did not say.
  public var updatedAt: String?
  /// The filled slots.
  public var units: [AdwardenSlot: String]

  public init(
    adsStatus: AdwardenOnOff = .on,
    reason: String? = nil,
    visibleExtra: AdwardenOnOff = .off,
    updatedAt: String? = nil,
    units: [AdwardenSlot: String] = [:]
  ) {
    self.adsStatus = adsStatus
    self.reason = reason
    self.visibleExtra = visibleExtra
    self.updatedAt = updatedAt
    self.units = units
  }

  func adUnit(_ slot: AdwardenSlot) -> String? {
    adsStatus == .on ? units[slot] : nil
  }
}
