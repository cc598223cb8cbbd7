import Foundation

/// Reads and writes the record of an app in the background. The storage may be slow, full or broken.
final class Records: Sendable {
  private struct Writing {
    var isUnderWay = false
    /// While one record is written, only the newest waits.
    var next: Data?
  }

  private let appID: String
  private let storage: (any AdwardenStorage)?
  private let device: any Device
  private let writing = Locked(Writing())

  init(appID: String, storage: (any AdwardenStorage)?, device: any Device) {
    self.appID = appID
    self.storage = storage
    self.device = device
  }

  func read(_ use: @escaping @Sendable (Record?) -> Void) {
    device.inBackground { [self] in
      let data = try? storage?.read(Record.key(appID: appID))
      use(data.flatMap { Record($0, appID: appID) })
    }
  }

  func write(_ record: Record) {
    guard let storage, let data = record.encoded(appID: appID) else { return }
    let begins = writing.withLock { writing in
      writing.next = data
      defer { writing.isUnderWay = true }
      return !writing.isUnderWay
    }
    if begins { device.inBackground { [self] in writeAll(in: storage) } }
  }

  private func writeAll(in storage: any AdwardenStorage) {
    while let data = takeNext() {
      // A full or broken storage costs the next start its cache, nothing else.
      try? storage.write(data, key: Record.key(appID: appID))
    }
  }

  private func takeNext() -> Data? {
    writing.withLock { writing in
      defer { writing.next = nil }
      writing.isUnderWay = writing.next != nil
      return writing.next
    }
  }
}
