import Foundation

/// What a client does with its device. The conformance suite has one whose time it moves itself.
protocol Device: Sendable {
  /// The wall clock, since 1970.
  func now() -> Milliseconds
  /// A clock that never jumps.
  func uptime() -> Milliseconds
  func after(_ wait: Milliseconds, _ work: @escaping @Sendable () -> Void)
  func inBackground(_ work: @escaping @Sendable () -> Void)
  func onMain(_ work: @escaping @MainActor @Sendable () -> Void)
  func send(_ question: Question, _ use: @escaping @Sendable (Outcome) -> Void)
}

struct RealDevice: Device {
  func now() -> Milliseconds { Date().timeIntervalSince1970 * 1000 }

  /// On Apple's systems this clock counts the time asleep. (`systemUptime` does not.)
  func uptime() -> Milliseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  func after(_ wait: Milliseconds, _ work: @escaping @Sendable () -> Void) {
    let seconds = (wait / 1000).clamped(to: 0...2 * day)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: work)
  }

  func inBackground(_ work: @escaping @Sendable () -> Void) {
    // A start waits for the storage for a moment.
    DispatchQueue.global(qos: .userInitiated).async(execute: work)
  }

  func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { work() }
  }

  func send(_ question: Question, _ use: @escaping @Sendable (Outcome) -> Void) {
    inBackground { Http.send(question, use) }
  }
}
