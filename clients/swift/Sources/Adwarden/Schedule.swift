/// When a client asks next (docs/client-protocol.md, "When to ask"). All times are of the uptime.
struct Schedule {
  /// The waits after the first failures in a row; after more it is the last.
  private static let waits: [Seconds] = [1, 2, 4, 8, 16, 32, 64, 600]
  private static let afterUnauthorized: Seconds = 3_600
  /// The longest waits when the server was not reached: by a timer, and while the app reads values.
  private static let longestOffline: Seconds = 60
  private static let longestWhileRead: Seconds = 8
  /// Between two requests that the app wants.
  private static let leastBetween: Milliseconds = 1_000
  /// The same, when each has another address or token than the one before.
  private static let leastBetweenChanges: Milliseconds = 60_000
  /// The longest wait of an app that listens and reads nothing.
  private static let longestIdle: Milliseconds = 600_000

  /// From then on, reading a value asks.
  private(set) var askAt = Milliseconds.infinity
  /// From then on, the app itself may ask.
  private(set) var wakeAt: Milliseconds = 0
  private var failures = 0
  /// The answers since a value was read, and for how long after `askAt` a timer waits because of that.
  private var unread = 0
  private var idle: Milliseconds = 0
  /// The last target that was asked, and when one was another than that before it.
  private var asked: Target?
  private var changedAt = -Milliseconds.infinity
  /// Until when an address wants not to be asked, with whatever token.
  private var held: (address: String, until: Milliseconds)?

  /// How long an answer is fresh. Up to a fifth longer, so that phones that started together spread.
  static func freshFor(maxAge: Seconds) -> Milliseconds {
    maxAge * 1000 * Double.random(in: 1...1.2)
  }

  /// When a timer asks while somebody listens; ever later while no value is read.
  var timerAt: Milliseconds { askAt + idle }

  /// A value is read, or the app wakes up. Returns whether the timer has become another one.
  mutating func read() -> Bool {
    defer { (unread, idle) = (0, 0) }
    return idle > 0
  }

  /// A request to `target` begins.
  mutating func ask(_ target: Target, at uptime: Milliseconds) {
    if let asked, asked != target { changedAt = uptime }
    asked = target
  }

  /// The target is another one. Returns how long it has to wait: one a minute is asked at most, and none while its address
  /// wants not to be asked.
  mutating func change(to target: Target, at uptime: Milliseconds) -> Milliseconds {
    let heldUntil = held.map { $0.address == target.address ? $0.until : 0 } ?? 0
    let at = max(uptime, heldUntil, changedAt + Schedule.leastBetweenChanges)
    if at > uptime { (askAt, wakeAt) = (at, at) }
    return at - uptime
  }

  /// The stored answer is fresh for so long.
  mutating func rest(_ wait: Milliseconds, at uptime: Milliseconds) {
    askAt = uptime + wait
  }

  mutating func succeed(maxAge: Seconds, at uptime: Milliseconds) {
    failures = 0
    wakeAt = uptime + Schedule.leastBetween
    let fresh = Schedule.freshFor(maxAge: maxAge)
    rest(fresh, at: uptime)
    let doubled = fresh * Double(1 << min(unread, 16))
    idle = min(doubled, max(fresh, Schedule.longestIdle)) - fresh
    unread += 1
  }

  /// Returns after how long a timer asks `target` again.
  mutating func fail(
    _ failed: Failed, of target: Target, at uptime: Milliseconds
  ) -> Milliseconds {
    idle = 0
    let wait = wait(after: failed)
    // So that phones that failed together spread.
    let jitter = 1000 * Double.random(in: 1...1.5)
    if failed.isRefusal {
      askAt = uptime + wait * jitter
      wakeAt = askAt
      if failed.isHold { held = (target.address, wakeAt) }
      return wait * jitter
    }
    askAt = uptime + min(wait, Schedule.longestWhileRead) * jitter
    wakeAt = uptime + Schedule.leastBetween
    return min(wait, Schedule.longestOffline) * jitter
  }

  private mutating func wait(after failed: Failed) -> Seconds {
    if failed.cause == .unauthorized {
      failures = 0
      return Schedule.afterUnauthorized
    }
    defer { failures += 1 }
    return max(Schedule.waits[min(failures, Schedule.waits.count - 1)], failed.retryAfter)
  }
}
