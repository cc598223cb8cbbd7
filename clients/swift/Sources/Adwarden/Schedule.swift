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

  /// From then on, reading a value asks.
  private(set) var askAt = Milliseconds.infinity
  /// From then on, the app itself may ask.
  private(set) var wakeAt: Milliseconds = 0
  private var failures = 0

  /// The stored answer is fresh for so long.
  mutating func rest(_ wait: Milliseconds, at uptime: Milliseconds) {
    askAt = uptime + wait
  }

  mutating func succeed(maxAge: Seconds, at uptime: Milliseconds) {
    failures = 0
    wakeAt = uptime + Schedule.leastBetween
    rest(maxAge * 1000, at: uptime)
  }

  /// Returns after how long a timer asks again.
  mutating func fail(_ failed: Failed, at uptime: Milliseconds) -> Milliseconds {
    let wait = wait(after: failed)
    // So that phones that failed together spread.
    let jitter = 1000 * Double.random(in: 1...1.5)
    if failed.isRefusal {
      askAt = uptime + wait * jitter
      wakeAt = askAt
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
