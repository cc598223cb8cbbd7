import Foundation

/// A function of the app that is called after a change.
typealias Listener = (id: UUID, call: @MainActor @Sendable () -> Void)

/// Asks the server and keeps its answers (docs/client-protocol.md). It may be used on any thread.
final class Client: AdwardenClient {
  private struct State {
    var target: Target?
    var knowledge: Knowledge
    var schedule = Schedule()
    /// The storage was read, or is not waited for any longer.
    var hasBegun = false
    var isAsking = false
    var isClosed = false
    /// The server has answered since the start, or the stored answer is still fresh.
    var isAnswered = false
    var dropTag = false
    var progress = AdwardenStatus.State.neverAsked
    var failure: AdwardenFailure?
    var logged: Set<AdwardenFailure.Cause> = []
    /// Lines to log when the lock is free.
    var lines: [String] = []
    /// The timer that was set last. Older ones do nothing.
    var timer: UUID?
    var waiting: [UUID: CheckedContinuation<Bool, Never>] = [:]
    var listeners: [Listener] = []
    /// What the listeners were told last.
    var told: AdwardenValues
    var observers: [any NSObjectProtocol] = []
  }

  /// How long the first request waits for a slow storage.
  private static let longestRead: Milliseconds = 1_000

  private let appID: String
  private let options: AdwardenOptions
  private let device: any Device
  private let records: Records
  private let onClose: @Sendable () -> Void
  /// Over as soon as the client has begun.
  private let beginning = DispatchGroup()
  private let locked: Locked<State>

  /// Use `startAdwarden`.
  init(appID: String, options: AdwardenOptions, onClose: @escaping @Sendable () -> Void) {
    self.appID = appID
    self.options = options
    self.onClose = onClose
    device = options.device
    records = Records(appID: appID, storage: options.storage, device: device)
    let defaults = options.defaults.flatMap { AdwardenValues(body: $0, appID: appID) }
    let knowledge = Knowledge(defaults: defaults)
    locked = Locked(State(knowledge: knowledge, told: knowledge.values(at: 0)))
    beginning.enter()
    change { state in
      if options.defaults != nil, defaults == nil {
        let message = "The defaults are not an answer for this app ID. Download them again"
        fail(.badDefaults, message, &state)
      }
      state.observers = observeForeground { [weak self] in self?.wake() }
    }
  }

  /// Takes the newest address and token of the app. The first time it begins. Waits for the storage for a moment.
  func use(_ options: AdwardenOptions) {
    let target = Target(address: options.address, appID: appID, authToken: options.authToken)
    change { state in
      guard target != state.target else { return }
      let isFirst = state.target == nil
      state.target = target
      if let fault = target.fault {
        state.progress = .failed
        fail(.badAddress, fault, &state)
      }
      if state.hasBegun { askChanged(&state) }
      if isFirst { readStored() }
    }
    _ = beginning.wait(timeout: .now() + options.longestStart / 1000)
  }

  func adUnit(_ slot: AdwardenSlot) -> String? {
    let unit = read { $0.adUnit(slot) }
    return options.useSampleAds.map { slot.sample(on: $0) } ?? unit
  }

  var adsStatus: AdwardenOnOff { read(\.adsStatus) }
  var reason: String? { read(\.reason) }
  var visibleExtra: AdwardenOnOff { read(\.visibleExtra) }
  var updatedAt: String? { read(\.updatedAt) }
  var isFromCache: Bool { locked.withLock(\.knowledge.isFromCache) }

  var status: AdwardenStatus {
    locked.withLock { state in
      AdwardenStatus(state: state.isAsking ? .asking : state.progress, failure: state.failure)
    }
  }

  func whenReady(milliseconds: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let id = UUID()
      change { state in
        if state.isAnswered || state.isClosed || state.progress == .failed {
          continuation.resume(returning: state.isAnswered)
        } else {
          state.waiting[id] = continuation
        }
      }
      RealDevice().after(Milliseconds(milliseconds)) { [weak self] in
        self?.change { $0.waiting.removeValue(forKey: id)?.resume(returning: false) }
      }
    }
  }

  func refresh() {
    change { state in
      if mayAskNow(state) { askNow(&state) }
    }
  }

  func wake() {
    change { state in
      _ = state.schedule.read()
      let isDue = state.progress == .failed || device.uptime() >= state.schedule.askAt
      if isDue, mayAskNow(state) { askNow(&state) }
    }
  }

  @discardableResult
  func onChange(_ listener: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
    let id = UUID()
    change { state in
      state.listeners.append((id, listener))
      if state.knowledge.isSomething { call(id) }
      keepFresh(&state)
    }
    return { [weak self] in self?.change { $0.listeners.removeAll { $0.id == id } } }
  }

  func close() {
    let wasOpen = change { state in
      defer { state.isClosed = true }
      state.timer = nil
      state.listeners = []
      for observer in state.observers { NotificationCenter.default.removeObserver(observer) }
      endWaiting(&state)
      return !state.isClosed
    }
    if wasOpen { onClose() }
  }

  /// Every change of the state. The log is the app's: it is called when the lock is free.
  @discardableResult
  private func change<Result>(_ work: (inout State) -> Result) -> Result {
    let (result, lines) = locked.withLock { state in
      defer { state.lines = [] }
      return (work(&state), state.lines)
    }
    let log = options.log ?? (options.useSampleAds == nil ? nil : { print($0) })
    for line in lines { log?(line) }
    return result
  }

  private func read<Value>(_ pick: (AdwardenValues) -> Value) -> Value {
    change { state in
      let uptime = device.uptime()
      let isOtherTimer = state.schedule.read()
      if uptime >= state.schedule.askAt {
        askNow(&state)
      } else if isOtherTimer {
        state.timer = nil
        keepFresh(&state)
      }
      return pick(state.knowledge.values(at: uptime))
    }
  }

  private func readStored() {
    records.read { [self] record in
      change { state in
        if let record { state.knowledge.take(record, at: device.uptime()) }
        begin(&state)
        tell(&state)
      }
    }
    RealDevice().after(Client.longestRead) { [self] in change(begin) }
  }

  /// Asks for the first time, unless the stored answer is new.
  private func begin(_ state: inout State) {
    guard !state.hasBegun else { return }
    state.hasBegun = true
    beginning.leave()
    if let rest = state.knowledge.freshFor(at: device.now()) {
      state.isAnswered = true
      state.schedule.rest(rest, at: device.uptime())
      keepFresh(&state)
      endWaiting(&state)
    } else {
      ask(&state)
    }
  }

  private func mayAskNow(_ state: State) -> Bool {
    state.hasBegun && !state.isAsking && device.uptime() >= state.schedule.wakeAt
  }

  /// Asks the newest target as soon as it may be asked.
  private func askChanged(_ state: inout State) {
    guard !state.isAsking, let target = state.target, target.fault == nil else { return }
    let wait = state.schedule.change(to: target, at: device.uptime())
    if wait > 0 { startTimer(wait, &state) } else { askNow(&state) }
  }

  private func askNow(_ state: inout State) {
    state.timer = nil
    ask(&state)
  }

  private func ask(_ state: inout State) {
    guard !state.isAsking, !state.isClosed, let target = state.target, let url = target.url else {
      return
    }
    state.isAsking = true
    state.schedule.ask(target, at: device.uptime())
    let etag = state.dropTag ? nil : state.knowledge.stored?.etag
    let question = Question(url: url, appID: appID, etag: etag, timeout: options.timeout)
    device.send(question) { [self] outcome in
      change { state in
        state.isAsking = false
        // What an address asks for holds for each token.
        if target != state.target, case .failed(let failed) = outcome,
          !failed.isHold || target.address != state.target?.address
        {
          askChanged(&state)
        } else {
          apply(outcome, &state)
        }
      }
    }
  }

  private func apply(_ outcome: Outcome, _ state: inout State) {
    guard !state.isClosed else { return }
    switch outcome {
    case .new(let values, let etag, let maxAge):
      take(Stored(etag: etag, checkedAt: device.now(), maxAge: maxAge, values: values), &state)
    case .confirmed(let maxAge):
      guard let stored = state.knowledge.stored else { return }
      let (etag, values) = (stored.etag, stored.values)
      take(Stored(etag: etag, checkedAt: device.now(), maxAge: maxAge, values: values), &state)
    case .failed(let failed):
      take(failed, &state)
    }
    tell(&state)
    endWaiting(&state)
  }

  private func take(_ answer: Stored, _ state: inout State) {
    state.progress = .answered
    state.isAnswered = true
    state.dropTag = false
    state.schedule.succeed(maxAge: answer.maxAge, at: device.uptime())
    keepFresh(&state)
    write(state.knowledge.take(answer))
  }

  private func take(_ failed: Failed, _ state: inout State) {
    let uptime = device.uptime()
    state.progress = .failed
    state.dropTag = state.dropTag || failed.dropTag
    fail(failed.cause, failed.message, &state)
    if failed.cause == .unauthorized {
      write(state.knowledge.refuse(date: failed.date, at: uptime))
    } else {
      write(state.knowledge.endGrace(at: uptime))
    }
    guard let target = state.target else { return }
    startTimer(state.schedule.fail(failed, of: target, at: uptime), &state)
  }

  private func write(_ record: Record?) {
    if let record { records.write(record) }
  }

  private func fail(_ cause: AdwardenFailure.Cause, _ message: String, _ state: inout State) {
    let at = Date(timeIntervalSince1970: device.now() / 1000)
    // What networks and servers do hides no mistake in the defaults, which no answer mends.
    let passes = [.noAnswer, .notOurs, .redirected, .refused].contains(cause)
    if !passes || state.failure?.cause != .badDefaults {
      state.failure = AdwardenFailure(cause: cause, message: message, at: at)
    }
    guard state.logged.insert(cause).inserted else { return }
    // Sample ads hide that no answer comes.
    let isHidden = options.useSampleAds != nil && !state.isAnswered
    let more = isHidden ? " A release build would show no ads now." : ""
    state.lines.append("Adwarden: \(message).\(more)")
  }

  /// While somebody listens, a timer asks when the answer is no longer fresh.
  private func keepFresh(_ state: inout State) {
    guard !state.listeners.isEmpty, state.timer == nil, !state.isAsking else { return }
    let wait = state.schedule.timerAt - device.uptime()
    if wait.isFinite { startTimer(wait, &state) }
  }

  private func startTimer(_ wait: Milliseconds, _ state: inout State) {
    let timer = UUID()
    state.timer = timer
    device.after(wait) { [weak self] in
      self?.change { state in
        guard state.timer == timer else { return }
        state.timer = nil
        // A listener may have left meanwhile.
        if state.progress != .answered || !state.listeners.isEmpty { self?.ask(&state) }
      }
    }
  }

  private func tell(_ state: inout State) {
    let values = state.knowledge.values(at: device.uptime())
    guard values != state.told else { return }
    state.told = values
    for listener in state.listeners { call(listener.id) }
  }

  /// Calls a listener, unless it has left before.
  private func call(_ id: UUID) {
    device.onMain { [self] in
      locked.withLock { state in state.listeners.first { $0.id == id } }?.call()
    }
  }

  private func endWaiting(_ state: inout State) {
    for continuation in state.waiting.values { continuation.resume(returning: state.isAnswered) }
    state.waiting = [:]
  }
}
