import Foundation

@testable import Adwarden

/// A device for tests. Its time moves only by the commands `advance` and `jump`, and it counts running tasks.
final class VirtualDevice: Device {
  private struct Time {
    var wall = RealDevice().now()
    var uptime: Milliseconds = 0
    var timers: [(at: Milliseconds, work: @Sendable () -> Void)] = []

    /// Moves the time to the next timer until `end`, and takes it. Without one, moves to `end` and returns nil.
    mutating func next(until end: Milliseconds) -> (@Sendable () -> Void)? {
      let index = timers.indices.min { timers[$0].at < timers[$1].at }
      guard let index, timers[index].at <= end else {
        move(to: end)
        return nil
      }
      move(to: timers[index].at)
      return timers.remove(at: index).work
    }

    private mutating func move(to at: Milliseconds) {
      wall += at - uptime
      uptime = at
    }
  }

  private let real = RealDevice()
  private let time = Locked(Time())
  private let underWay = DispatchGroup()

  func now() -> Milliseconds { time.withLock(\.wall) }
  func uptime() -> Milliseconds { time.withLock(\.uptime) }

  func after(_ wait: Milliseconds, _ work: @escaping @Sendable () -> Void) {
    time.withLock { $0.timers.append(($0.uptime + wait, work)) }
  }

  func inBackground(_ work: @escaping @Sendable () -> Void) {
    underWay.enter()
    real.inBackground { [self] in
      work()
      underWay.leave()
    }
  }

  func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    underWay.enter()
    real.onMain { [self] in
      work()
      underWay.leave()
    }
  }

  func send(_ question: Question, _ use: @escaping @Sendable (Outcome) -> Void) {
    underWay.enter()
    real.send(question) { [self] outcome in
      use(outcome)
      underWay.leave()
    }
  }

  func settle() {
    underWay.wait()
  }

  func jump(_ milliseconds: Milliseconds) {
    time.withLock { $0.wall += milliseconds }
  }

  func advance(_ milliseconds: Milliseconds) {
    settle()
    let end = uptime() + milliseconds
    while let work = time.withLock({ $0.next(until: end) }) {
      work()
      settle()
    }
  }
}
