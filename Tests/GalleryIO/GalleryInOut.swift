import ColonnadeContract
import ColonnadeSystemIO

/// A vertical with a screen, for tests of screens.
public protocol GalleryInterface: Interface where Refused == GalleryRefusal {
    /// A counter with everything that a person can do with a screen.
    func counterScreen(_ input: CounterInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>
}

/// What is counted.
public struct CounterInput: Hashable, Sendable {
    /// The first number.
    public let start: Int

    public init(start: Int = 0) {
        self.start = start
    }
}

/// What has happened on the counter's screen.
public enum CounterRoute: Hashable, Sendable {
    /// A row was chosen.
    case rowChosen(id: String)
    case unknown(Unrecognized)
}

/// Why there is no counter.
public enum GalleryRefusal: Refusal {
    /// Nothing is counted below zero.
    case negative
}
