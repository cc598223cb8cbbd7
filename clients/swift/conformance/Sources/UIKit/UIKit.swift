// As much of Apple's UIKit as the README's example needs, so that it compiles on Linux.

@MainActor open class UIView {
  public var isHidden = false
  public init() {}
  public func addSubview(_ view: UIView) {}
}

@MainActor open class UIViewController {
  public let view = UIView()
  public init() {}
  open func viewDidLoad() {}
}
