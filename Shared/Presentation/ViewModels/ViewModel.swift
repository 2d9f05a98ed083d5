/// What a screen does: inputs that are declared, one state that can be observed, and the use cases behind them.
///
/// A view model knows no view, and not where a route leads. Its view is a function from ``State`` to a screen, in which the element with
/// an input's id brings the input about:
///
/// ```swift
/// final class CounterViewModel: ViewModel {
///     let output: ViewOutput<Int> = ViewOutput(0)
///
///     var inputs: [ViewInput] { [.pressed("more", more)] }
///
///     func more() { output.update { $0 += 1 } }
/// }
///
/// func counterView(_ count: Int) -> Screen {
///     Screen(title: "Counter", elements: [.text("count", "\(count) so far"), .button("more", "One more")])
/// }
/// ```
public protocol ViewModel: AnyObject, Sendable {
    /// All that the view shows.
    associatedtype State: Sendable

    /// Where the state is kept, and where routes and alerts go.
    var output: ViewOutput<State> { get }

    /// What a person may do. Inputs are handled one after the other, in the order in which they come.
    var inputs: [ViewInput] { get }

    /// What goes on while the screen is open: loading it, following news. It is cancelled when the screen is closed; what it throws
    /// ends the screen with that failure.
    func run() async throws
}

extension ViewModel {
    /// Nothing goes on by itself.
    public func run() async throws {}
}
