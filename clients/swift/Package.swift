// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "Adwarden",
  platforms: [.iOS(.v13), .macOS(.v10_15)],
  products: [.library(name: "Adwarden", targets: ["Adwarden"])],
  targets: [.target(name: "Adwarden")]
)
