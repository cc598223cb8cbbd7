import Foundation

/// Whom a client asks, and with which token.
struct Target: Equatable {
  let url: URL?
  /// Without slashes at its end.
  let address: String
  /// What is wrong with the address; nil when there is a `url`.
  let fault: String?

  init(address: String, appID: String, authToken: String) {
    let given = address.trimmed
    let base = given.replacingOccurrences(of: "/+$", with: "", options: .regularExpression)
    self.address = base
    let query = "appID=\(encoded(appID))&authToken=\(encoded(authToken.trimmed))"
    if !given.matches("^https?://") {
      url = nil
      fault = "The address \"\(given)\" does not begin with https://"
    } else if base.matches("^https?://[^\\s/?#@]+(/[^\\s?#@]*)?$"),
      let found = URL(string: "\(base)/api/getAds?\(query)")
    {
      url = found
      fault = nil
    } else {
      url = nil
      fault = "\"\(given)\" is not the address of a server"
    }
  }
}

private func encoded(_ value: String) -> String {
  let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  return value.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
}

extension String {
  /// Without blanks around it, because people paste texts.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  fileprivate func matches(_ pattern: String) -> Bool {
    range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil
  }
}
