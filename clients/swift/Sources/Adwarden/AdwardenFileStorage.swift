import Foundation

/// A storage in a folder. A file is replaced as a whole, so that a killed app leaves the old or the new one.
public struct AdwardenFileStorage: AdwardenStorage {
  private let folder: URL

  public init(folder: URL) {
    self.folder = folder
  }

  /// The folder `Adwarden` in the app's Application Support.
  public init() {
    let files = FileManager.default
    let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    self.init(folder: (support ?? files.temporaryDirectory).appendingPathComponent("Adwarden"))
  }

  public func read(_ key: String) throws -> Data? {
    let file = fileOf(key)
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    return size > Record.longest ? nil : try Data(contentsOf: file)
  }

  public func write(_ data: Data, key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try removeUnfinished(key)
    // Each write has a file of its own, because several processes may use the folder.
    let now = Int(Date().timeIntervalSince1970)
    let temporary = folder.appendingPathComponent("\(key).\(now).\(UUID().uuidString).tmp")
    // It is there only if the write failed.
    defer { try? FileManager.default.removeItem(at: temporary) }
    try data.write(to: temporary)
    try FileHandle(forUpdating: temporary).synchronize()
    guard rename(temporary.path, fileOf(key).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private func fileOf(_ key: String) -> URL {
    folder.appendingPathComponent("\(key).json")
  }

  /// Removes what processes left that were killed more than a minute ago. The name has the time of a file, because Apple
  /// wants a declaration from every app that reads the times of files.
  private func removeUnfinished(_ key: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard name.hasPrefix("\(key)."), name.hasSuffix(".tmp") else { continue }
      let began = Double(name.dropFirst(key.count + 1).prefix { $0 != "." }) ?? 0
      guard abs(Date().timeIntervalSince1970 - began) > 60 else { continue }
      // Another process may be faster.
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
