/// What a client knows of its app's ads: the last answer, and the 401s since then.
struct Knowledge {
  /// How long an answer stays valid after a 401.
  private static let grace: Milliseconds = 24 * 3_600_000

  private let defaults: AdwardenValues?
  private(set) var stored: Stored?
  /// Whether the server has confirmed or replaced the answer since the start.
  private(set) var isConfirmed = false
  private(set) var refusal: Refusal?
  /// The uptime at which `refusal` was true.
  private var refusalAt: Milliseconds = 0

  init(defaults: AdwardenValues?) {
    self.defaults = defaults
  }

  var isFromCache: Bool { known != nil && !isConfirmed }

  /// Whether there is something to tell a listener.
  var isSomething: Bool { known != nil || refusal != nil }

  /// What an app reads (docs/client-protocol.md, the table "What an app reads").
  func values(at uptime: Milliseconds) -> AdwardenValues {
    guard isRefused(at: uptime) else {
      return known ?? AdwardenValues(adsStatus: .off, reason: "no-answer")
    }
    return AdwardenValues(
      adsStatus: .off,
      reason: "unauthorized",
      visibleExtra: known?.visibleExtra ?? .off,
      updatedAt: known?.updatedAt
    )
  }

  /// How long the stored answer needs no new one, at the start; nil when it does.
  func freshFor(at now: Milliseconds) -> Milliseconds? {
    guard let stored, refusal == nil, now >= stored.checkedAt else { return nil }
    let age = now - stored.checkedAt
    return age < stored.maxAge * 1000 ? Schedule.freshFor(maxAge: stored.maxAge) - age : nil
  }

  /// Takes what an earlier start stored. A slow storage may be later than the server.
  mutating func take(_ record: Record, at uptime: Milliseconds) {
    guard !isConfirmed else { return }
    stored = record.stored
    if refusal == nil { setRefusal(record.refusal, at: uptime) }
  }

  /// Takes an answer that the server gave or confirmed. Returns what is to be stored; nil when it is stored already.
  mutating func take(_ answer: Stored) -> Record? {
    let isNew = stored?.etag != answer.etag || stored?.values != answer.values || refusal != nil
    stored = answer
    refusal = nil
    isConfirmed = true
    return isNew ? Record(stored: answer, refusal: nil) : nil
  }

  /// Takes a 401 with the server's time. Returns what is to be stored.
  mutating func refuse(date: Milliseconds?, at uptime: Milliseconds) -> Record? {
    var row = Refusal(refusedAt: refusal?.refusedAt ?? date, refusedFor: refusedFor(at: uptime))
    if let date, let first = row.refusedAt {
      // The first date lies in the future if it was wrong.
      row.refusedAt = min(first, date)
      // The server's clock counts also while the app does not run.
      row.refusedFor = max(row.refusedFor, date - first)
    }
    setRefusal(row, at: uptime)
    return record
  }

  /// Returns what is to be stored when the 24 hours have ended without another 401.
  mutating func endGrace(at uptime: Milliseconds) -> Record? {
    guard var ended = refusal, ended.refusedFor < Knowledge.grace else { return nil }
    ended.refusedFor = refusedFor(at: uptime)
    guard ended.refusedFor >= Knowledge.grace else { return nil }
    setRefusal(ended, at: uptime)
    return record
  }

  /// The last answer, or before the first one the defaults.
  private var known: AdwardenValues? { stored?.values ?? (refusal == nil ? defaults : nil) }

  private var record: Record? { stored.map { Record(stored: $0, refusal: refusal) } }

  private func isRefused(at uptime: Milliseconds) -> Bool {
    refusal != nil && (stored == nil || refusedFor(at: uptime) >= Knowledge.grace)
  }

  /// How much time has passed since the first 401 in a row, as far as it is known.
  private func refusedFor(at uptime: Milliseconds) -> Milliseconds {
    refusal.map { $0.refusedFor + uptime - refusalAt } ?? 0
  }

  private mutating func setRefusal(_ refusal: Refusal?, at uptime: Milliseconds) {
    self.refusal = refusal
    refusalAt = uptime
  }
}
