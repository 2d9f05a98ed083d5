import ColonnadeContract
import ColonnadeSystemIO

/// Counts, on a screen.
public protocol TallyInterface: Interface where Refused == NoRefusal {
    /// The count, and a button for one more.
    func tallyScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>
}
