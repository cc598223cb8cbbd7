/// `Double`, because an overflow of `Int` would end the app.
typealias Milliseconds = Double
typealias Seconds = Double

let day: Seconds = 86_400

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
