public import ColonnadeSystemIO

/// An alert that a shell may show, and what its answers do.
public struct PresentedAlert: Sendable {
    /// What is shown.
    public let alert: Alert
    private let answered: @Sendable (String?) -> Void

    /// An alert, and what is done once it is answered: with the choice's id, or nil where it was closed without one.
    public init(_ alert: Alert, answered: @escaping @Sendable (_ choice: String?) -> Void = { _ in }) {
        self.alert = alert
        self.answered = answered
    }

    /// Answers the alert, with nil where it was closed without a choice. An id that it does not have counts as closing it.
    public func answer(_ choice: String?) {
        answered(alert.choices.contains { $0.id == choice } ? choice : nil)
    }
}

/// What a flow shows: a screen, or an alert.
public enum Presented: Sendable {
    /// A screen of some vertical.
    case screen(PresentedScreen)
    /// An alert.
    case alert(PresentedAlert)
}
