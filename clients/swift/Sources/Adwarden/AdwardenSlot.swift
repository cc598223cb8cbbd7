/// The slots of an app, named as the fields of the server's answer.
public enum AdwardenSlot: String, CaseIterable, Sendable {
  case googleNative1, googleNative2, googleNative3, googleNative4
  case googleBanner1, googleBanner2, googleBanner3
  case googleInterstitial1, googleInterstitial2, googleInterstitial3
  case appOpen1, appOpen2
  case reward1, reward2, reward3
}

public enum AdwardenPlatform: Sendable {
  case android, ios
}

extension AdwardenSlot {
  /// Google's sample ad unit of the slot's format.
  func sample(on platform: AdwardenPlatform) -> String {
    let (android, ios) = samples
    return "ca-app-pub-3940256099942544/" + (platform == .android ? android : ios)
  }

  private var samples: (android: String, ios: String) {
    switch self {
    case .googleNative1, .googleNative2, .googleNative3, .googleNative4:
      ("2247696110", "3986624511")
    case .googleBanner1, .googleBanner2, .googleBanner3:
      ("6300978111", "2934735716")
    case .googleInterstitial1, .googleInterstitial2, .googleInterstitial3:
      ("1033173712", "4411468910")
    case .appOpen1, .appOpen2:
      ("9257395921", "5575463023")
    case .reward1, .reward2, .reward3:
      ("5224354917", "1712485313")
    }
  }
}
