import Foundation

/// Calls `wake` when an iOS app comes to the foreground, as long as the returned observers are not removed.
func observeForeground(_ wake: @escaping @Sendable () -> Void) -> [any NSObjectProtocol] {
  // Their names are constants of UIKit, which exists on iOS only.
  let names = [
    "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification",
  ].map(Notification.Name.init(_:))
  return names.map { name in
    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in wake() }
  }
}
