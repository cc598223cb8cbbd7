// As much of Google's Mobile Ads SDK as the README's example needs, so that it compiles on Linux.
import UIKit

public struct AdSize: Sendable {}
public let AdSizeBanner = AdSize()

public final class Request {
  public init() {}
}

public final class BannerView: UIView {
  public var adUnitID: String?
  public weak var rootViewController: UIViewController?
  public init(adSize: AdSize) {}
  public func load(_ request: Request?) {}
}
