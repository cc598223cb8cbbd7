import Foundation

public struct AdwardenOptions: Sendable {
  /// The server's address, such as `https://adwarden.example.com`.
  public var address: String
  public var appID: String
  public var authToken: String
  /// Where the last answer is stored. Without a storage, every start needs the network.
  public var storage: (any AdwardenStorage)? = AdwardenFileStorage()
  /// An answer of the server ("Download defaults" in Connect), until the first answer is known.
  public var defaults: Data?
  /// For debug builds: Google's sample ad units of this platform, whatever the server says.
  public var useSampleAds: AdwardenPlatform?
  /// For debug builds: gets why no answer comes, once for each cause. With `useSampleAds` it prints.
  public var log: (@Sendable (String) -> Void)?

  // Only tests change these.
  var device: any Device = RealDevice()
  /// For a whole request.
  var timeout: Milliseconds = 10_000
  /// How long a start waits for the storage.
  var longestStart: Milliseconds = 100

  public init(address: String, appID: String, authToken: String) {
    self.address = address
    self.appID = appID
    self.authToken = authToken
  }
}
