import Foundation

/// A client for tests of an app: it asks nobody, and has the values that the test sets.
public final class FakeAdwarden: AdwardenClient {
  private struct State {
    var values: AdwardenValues
    var isFromCache = false
    var listeners: [Listener] = []
  }

  private let locked: Locked<State>

  public init(_ values: AdwardenValues = AdwardenValues()) {
    locked = Locked(State(values: values))
  }

  /// Changes the values, and calls the listeners.
  @MainActor
  public func set(_ values: AdwardenValues, isFromCache: Bool = false) {
    let listeners = locked.withLock { state in
      state.values = values
      state.isFromCache = isFromCache
      return state.listeners
    }
    for listener in listeners { listener.call() }
  }

  public func adUnit(_ slot: AdwardenSlot) -> String? { values.adUnit(slot) }
  public var adsStatus: AdwardenOnOff { values.adsStatus }
  public var reason: String? { values.reason }
  public var visibleExtra: AdwardenOnOff { values.visibleExtra }
  public var updatedAt: String? { values.updatedAt }
  public var isFromCache: Bool { locked.withLock { $0.isFromCache } }
  public var status: AdwardenStatus { AdwardenStatus(state: .answered) }
  public func whenReady(milliseconds: Int) async -> Bool { true }
  public func refresh() {}
  public func wake() {}

  @discardableResult
  public func onChange(_ listener: @escaping @MainActor @Sendable () -> Void) -> @Sendable () ->
    Void
  {
    let id = UUID()
    locked.withLock { $0.listeners.append((id, listener)) }
    return { self.locked.withLock { $0.listeners.removeAll { $0.id == id } } }
  }

  public func close() { locked.withLock { $0.listeners = [] } }

  private var values: AdwardenValues { locked.withLock { $0.values } }
}
