import Foundation

/// How asking the server goes.
public struct AdwardenStatus: Equatable, Sendable {
  public enum State: String, Sendable {
    case neverAsked = "never-asked"
    case asking, answered, failed
  }

  public let state: State
  /// The last failure since the start, also when answers came after it; nil when all went well.
  public let failure: AdwardenFailure?

  public init(state: State, failure: AdwardenFailure? = nil) {
    self.state = state
    self.failure = failure
  }
}

/// Why a request brought no answer.
public struct AdwardenFailure: Equatable, Sendable {
  public enum Cause: String, Sendable {
    case badAddress = "bad-address"
    case badDefaults = "bad-defaults"
    case badRequest = "bad-request"
    case cleartext
    case noAnswer = "no-answer"
    case notOurs = "not-ours"
    case redirected
    case refused
    case unauthorized
  }

  public let cause: Cause
  /// For developers, in English.
  public let message: String
  public let at: Date

  public init(cause: Cause, message: String, at: Date) {
    self.cause = cause
    self.message = message
    self.at = at
  }
}
