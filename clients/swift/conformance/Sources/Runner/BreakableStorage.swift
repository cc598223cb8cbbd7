import Foundation

@testable import Adwarden

/// A storage in files that counts, and that can be full, broken or slow.
final class BreakableStorage: AdwardenStorage {
  private struct Broken: Error {}

  private let files: AdwardenFileStorage
  /// As the command `store` says.
  private let how: Locked<String>
  private let counts = Locked((writes: 0, failedWrites: 0))

  init(folder: String, how: Locked<String>) {
    files = AdwardenFileStorage(folder: URL(fileURLWithPath: folder))
    self.how = how
  }

  var writes: Int { counts.withLock(\.writes) }
  var failedWrites: Int { counts.withLock(\.failedWrites) }

  func read(_ key: String) throws -> Data? {
    let how = how.withLock { $0 }
    if how == "unreadable" { throw Broken() }
    if how == "slow" { Thread.sleep(forTimeInterval: 3) }
    return try files.read(key)
  }

  func write(_ data: Data, key: String) throws {
    counts.withLock { $0.writes += 1 }
    if ["full", "unreadable"].contains(how.withLock { $0 }) { throw Broken() }
    do {
      try files.write(data, key: key)
    } catch {
      counts.withLock { $0.failedWrites += 1 }
      throw error
    }
  }
}
