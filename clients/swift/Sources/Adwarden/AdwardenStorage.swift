import Foundation

/// Where the last answer is stored. It is called in the background, and may throw.
public protocol AdwardenStorage: Sendable {
  /// What was written under this key; nil when nothing was.
  func read(_ key: String) throws -> Data?
  func write(_ data: Data, key: String) throws
}
