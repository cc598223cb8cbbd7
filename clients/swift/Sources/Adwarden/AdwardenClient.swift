import Foundation

/// The ads of one app. All values come at once, from memory, on any thread; reading them asks the server when it is time
/// to. `startAdwarden` makes one, and tests of an app use `FakeAdwarden`.
public protocol AdwardenClient: AnyObject, Sendable {
  /// The ad unit of a slot; nil when ads are off or the slot is empty.
  func adUnit(_ slot: AdwardenSlot) -> String?
  var adsStatus: AdwardenOnOff { get }
  /// Why ads are off; nil when they are on. `no-answer` and `unauthorized` come from this client.
  var reason: String? { get }
  var visibleExtra: AdwardenOnOff { get }
  /// When the app's configuration was changed, ISO 8601.
  var updatedAt: String? { get }
  /// Whether the values are of an earlier start or the defaults, and the server has not confirmed them since.
  var isFromCache: Bool { get }
  /// How asking the server goes, and why it fails.
  var status: AdwardenStatus { get }
  /// True when the server has answered since the start; false when it could not, or after `milliseconds`.
  func whenReady(milliseconds: Int) async -> Bool
  /// Asks the server now, unless it has asked for a longer wait.
  func refresh()
  /// To be called when the device is online again: ends the wait of a failure. On iOS the client itself hears when the app
  /// comes to the foreground.
  func wake()
  /// Calls `listener` on the main thread, soon if an answer is known, and after each change of a value, until the returned
  /// function is called. While there is a listener, the answer is kept fresh.
  @discardableResult
  func onChange(_ listener: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void
  /// Ends all retries. The next `startAdwarden` makes a new client.
  func close()
}

extension AdwardenClient {
  /// As `whenReady`, for code that does not await. `completion` is called on the main thread.
  public func whenReady(
    milliseconds: Int,
    completion: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    Task { @MainActor in completion(await whenReady(milliseconds: milliseconds)) }
  }
}

/// The started clients by app ID, so that there is one request at a time for each app.
private let started = Locked<[String: Client]>([:])

/// Starts the client of an app: reads the stored answer, for which it waits up to 0.1 s, then asks the server in the
/// background. A second start with the same app ID gives the same client, with the newest address and token.
public func startAdwarden(_ options: AdwardenOptions) -> any AdwardenClient {
  let appID = options.appID.trimmed
  let client = started.withLock { clients in
    if let client = clients[appID] { return client }
    let client = Client(appID: appID, options: options) { started.withLock { $0[appID] = nil } }
    clients[appID] = client
    return client
  }
  client.use(options)
  return client
}
