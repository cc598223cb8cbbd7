// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "conformance",
  platforms: [.macOS(.v10_15)],
  dependencies: [.package(name: "Adwarden", path: "..")],
  targets: [
    .executableTarget(name: "Runner", dependencies: ["Adwarden"]),
    // What the examples of the README need besides.
    .target(name: "UIKit"),
    .target(name: "GoogleMobileAds", dependencies: ["UIKit"]),
  ]
)
