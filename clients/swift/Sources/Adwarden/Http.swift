import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests of all clients through one session, which keeps connections.
enum Http {
  private static let exchanges = Exchanges()
  private static let session: URLSession = {
    // Ephemeral: nothing is written to the disk.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpAdditionalHeaders = ["User-Agent": "adwarden-swift/\(version)"]
    return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }()

  static func send(_ question: Question, _ use: @escaping @Sendable (Outcome) -> Void) {
    var request = URLRequest(url: question.url)
    request.setValue(question.etag, forHTTPHeaderField: "If-None-Match")
    let task = session.dataTask(with: request)
    exchanges.add(task, Exchange(question: question, use: use))
    RealDevice().after(question.timeout) {
      exchanges.end(task, because: Fault("nothing within \(Int(question.timeout)) ms"))
    }
    task.resume()
  }
}

private struct Exchange {
  let question: Question
  let use: @Sendable (Outcome) -> Void
  var body = Data()
}

/// The exchanges that are under way, by their tasks. Each ends once: with its answer, with an error, or too late.
private final class Exchanges: NSObject, URLSessionDataDelegate {
  private static let longestBody = 65_536
  private let underWay = Locked<[Int: Exchange]>([:])

  func add(_ task: URLSessionTask, _ exchange: Exchange) {
    underWay.withLock { $0[task.taskIdentifier] = exchange }
  }

  func end(_ task: URLSessionTask, because error: (any Error)?) {
    guard let exchange = underWay.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    task.cancel()
    let response = task.response as? HTTPURLResponse
    // The status of a 304 or a redirect says all.
    if let response, error == nil || response.statusCode / 100 == 3 {
      exchange.use(Outcome(of: response, body: exchange.body, to: exchange.question))
    } else {
      exchange.use(.failed(.notReached(error ?? URLError(.badServerResponse))))
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let length = underWay.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.body.append(data)
      return exchanges[dataTask.taskIdentifier]?.body.count ?? 0
    }
    if length > Exchanges.longestBody { end(dataTask, because: Fault("the answer is too long")) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    end(task, because: error)
  }

  /// Redirects come from sign-in pages, and the token is in the address.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
