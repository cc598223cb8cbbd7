import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request, and what its answer is judged by.
struct Question: Sendable {
  let url: URL
  let appID: String
  let etag: String?
  /// For the whole request.
  let timeout: Milliseconds
}

/// The outcome of a request.
enum Outcome: Sendable {
  case new(AdwardenValues, etag: String?, maxAge: Seconds)
  case confirmed(maxAge: Seconds)
  case failed(Failed)
}

struct Failed: Sendable {
  let cause: AdwardenFailure.Cause
  let message: String
  /// Whether the server itself refused, so that it is to be asked less often.
  var isRefusal = false
  var retryAfter: Seconds = 0
  var dropTag = false
  /// The server's time, since 1970; nil if it did not say.
  var date: Milliseconds?

  /// Whether the server wants not to be asked. A 401 does not: it is about a token.
  var isHold: Bool { isRefusal && cause != .unauthorized }
}

/// Why there is no answer, in words.
struct Fault: LocalizedError {
  let errorDescription: String?

  init(_ text: String) {
    errorDescription = text
  }
}

extension Outcome {
  /// Judges an answer (docs/client-protocol.md, "The answer").
  init(of response: HTTPURLResponse, body: Data, to question: Question) {
    switch response.statusCode {
    case 304:
      let tag = response["ETag"]
      let isSame = tag == nil || tag?.withoutWeakMark == question.etag?.withoutWeakMark
      if question.etag != nil, isSame {
        self = .confirmed(maxAge: response.maxAge)
      } else {
        var failed = Failed.notOurs(response)
        failed.dropTag = true
        self = .failed(failed)
      }
    case 300..<400:
      let to = response["Location"].flatMap { URL(string: $0)?.host } ?? "another address"
      let message = "Redirected to \(to). The client does not follow redirects"
      self = .failed(Failed(cause: .redirected, message: message))
    case let status:
      if !response.isWhole(body) {
        self = .failed(.notReached(Fault("half an answer")))
      } else if status == 200, let values = AdwardenValues(body: body, appID: question.appID) {
        self = .new(values, etag: usableTag(response["ETag"]), maxAge: response.maxAge)
      } else {
        // The status alone says nothing: the sign-in page of a network may have any.
        self = .failed(isRefusal(body) ? .refused(response) : .notOurs(response))
      }
    }
  }
}

extension Failed {
  fileprivate static func notOurs(_ response: HTTPURLResponse) -> Failed {
    let words = "The answer is not of an Adwarden server for this app"
    let message = "\(response.statusCode): \(words). It may be the sign-in page of a network"
    return Failed(cause: .notOurs, message: message)
  }

  fileprivate static func refused(_ response: HTTPURLResponse) -> Failed {
    let (cause, message): (AdwardenFailure.Cause, String) =
      switch response.statusCode {
      case 400: (.badRequest, "The server does not understand the request. Check the app ID")
      case 401: (.unauthorized, "The app ID or the auth token is wrong, or the app was deleted")
      default: (.refused, "The server refused")
      }
    return Failed(
      cause: cause,
      message: "\(response.statusCode): \(message)",
      isRefusal: true,
      retryAfter: response.retryAfter,
      date: response.date.map { $0.timeIntervalSince1970 * 1000 }
    )
  }

  static func notReached(_ error: any Error) -> Failed {
    if (error as? URLError)?.code == .appTransportSecurityRequiresSecureConnection {
      let message = "iOS forbids http://. Use an address with https://, or permit it in Info.plist"
      return Failed(cause: .cleartext, message: message)
    }
    return Failed(cause: .noAnswer, message: "No answer: \(error.localizedDescription)")
  }
}

extension HTTPURLResponse {
  fileprivate subscript(header: String) -> String? { value(forHTTPHeaderField: header) }

  /// `Content-Length` of a compressed body is the compressed length, so it says nothing here.
  fileprivate func isWhole(_ body: Data) -> Bool {
    self["Content-Encoding"] != nil
      || Double(body.count) >= wholeNumber(self["Content-Length"]) ?? 0
  }

  fileprivate var maxAge: Seconds { Adwarden.maxAge(of: self["Cache-Control"]) }

  fileprivate var date: Date? { httpDate(self["Date"]) }

  fileprivate var retryAfter: Seconds { Adwarden.retryAfter(of: self["Retry-After"], date: date) }
}

extension String {
  /// An ETag without the mark that a filter on the way adds, such as one for gzip (RFC 9110, 8.8.3.2).
  fileprivate var withoutWeakMark: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
