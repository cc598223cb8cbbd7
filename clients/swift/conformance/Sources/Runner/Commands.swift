import Foundation

@testable import Adwarden

private struct Opened {
  let client: any AdwardenClient
  let storage: BreakableStorage
  let logs: Locked<Int>
  let changes = Locked(0)

  func listen() {
    client.onChange { [changes] in changes.withLock { $0 += 1 } }
  }
}

/// Runs the commands, one after the other.
final class Commands {
  private struct Unknown: Error {
    let word: String
  }

  private let device = VirtualDevice()
  private let store = Locked("works")
  private var clients: [String: Opened] = [:]

  /// The answer to a line, as JSON.
  func answer(_ line: String) -> Data {
    let words = line.components(separatedBy: " ").map { $0.removingPercentEncoding ?? "" }
    do {
      return try JSONSerialization.data(withJSONObject: run(words[0], Array(words.dropFirst())))
    } catch {
      return Data("{\"error\":\"\(error)\"}".utf8)
    }
  }

  private func run(_ command: String, _ words: [String]) throws -> [String: Any] {
    let first = words.first ?? ""
    let number = Int(words.last ?? "") ?? 0
    switch command {
    case "open": return open(first, words.dropFirst())
    case "close": clients.removeValue(forKey: first)?.client.close()
    case "read": return try read(first)
    case "listen": try named(first).listen()
    case "wake": try named(first).client.wake()
    case "refresh": try named(first).client.refresh()
    case "ready": return ["ready": try isReady(named(first).client, within: number)]
    case "crowd": try crowd(named(first).client, count: number)
    case "settle": device.settle()
    case "advance": device.advance(Milliseconds(number))
    case "jump": device.jump(Milliseconds(number))
    case "store": store.withLock { $0 = first }
    case "threads": break  // Dispatch never says that it has none.
    default: throw Unknown(word: command)
    }
    return [:]
  }

  private func named(_ name: String) throws -> Opened {
    guard let found = clients[name] else { throw Unknown(word: name) }
    return found
  }

  private func open(_ name: String, _ words: ArraySlice<String>) -> [String: Any] {
    var given: [String: String] = [:]
    for word in words {
      let end = word.firstIndex(of: "=") ?? word.startIndex
      given[String(word[..<end])] = String(word[end...].dropFirst())
    }
    let of = { given[$0] ?? "" }
    let storage = BreakableStorage(folder: of("folder"), how: store)
    let logs = Locked(0)
    let began = DispatchTime.now()
    var options = AdwardenOptions(
      address: of("address"), appID: of("appID"), authToken: of("token"))
    options.storage = storage
    options.defaults = of("defaults").isEmpty ? nil : Data(of("defaults").utf8)
    options.useSampleAds = ["android": .android, "ios": .ios][of("samples")]
    options.log = { _ in logs.withLock { $0 += 1 } }
    options.device = device
    options.timeout = Milliseconds(of("timeout")) ?? 0
    // Other programs use the machine of the tests, too.
    options.longestStart = store.withLock { $0 == "slow" } ? 100 : 10_000
    let client = startAdwarden(options)
    let first = client.adUnit(.googleBanner1)
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
    let opened = Opened(client: client, storage: storage, logs: logs)
    if of("listener") == "yes" { opened.listen() }
    clients[name] = opened
    return ["first": first ?? NSNull(), "micros": nanoseconds / 1_000]
  }

  private func read(_ name: String) throws -> [String: Any] {
    let opened = try named(name)
    let own: [String: Any] = [
      "logs": opened.logs.withLock { $0 },
      "changes": opened.changes.withLock { $0 },
      "writes": opened.storage.writes,
      "failedWrites": opened.storage.failedWrites,
    ]
    return values(of: opened.client).merging(own) { $1 }
  }

  private func isReady(_ client: any AdwardenClient, within milliseconds: Int) -> Bool {
    let result = Locked(false)
    let end = DispatchSemaphore(value: 0)
    Task {
      let isReady = await client.whenReady(milliseconds: milliseconds)
      result.withLock { $0 = isReady }
      end.signal()
    }
    end.wait()
    return result.withLock { $0 }
  }

  private func crowd(_ client: any AdwardenClient, count: Int) {
    DispatchQueue.concurrentPerform(iterations: count) { _ in _ = values(of: client) }
  }
}

private func values(of client: any AdwardenClient) -> [String: Any] {
  let units = AdwardenSlot.allCases.map { ($0.rawValue, client.adUnit($0) as Any? ?? NSNull()) }
  let (status, failure) = (client.status, client.status.failure)
  return [
    "adsStatus": client.adsStatus.rawValue,
    "reason": client.reason ?? NSNull(),
    "visibleExtra": client.visibleExtra.rawValue,
    "updatedAt": client.updatedAt ?? NSNull(),
    "isFromCache": client.isFromCache,
    "units": Dictionary(uniqueKeysWithValues: units),
    "state": status.state.rawValue,
    "cause": failure?.cause.rawValue ?? NSNull(),
    "message": failure?.message ?? NSNull(),
  ]
}
