public import ColonnadeSystemIO

/// What an alert tells, where it is asked what to do about it.
public struct AlertError: Error, Hashable {
    /// What it is about; nil where the message says it all.
    public let title: ScreenText?
    /// What went wrong, and what can be done.
    public let message: ScreenText

    /// An error in words that a person reads.
    public init(title: ScreenText? = nil, message: ScreenText) {
        self.title = title
        self.message = message
    }
}

/// An answer to an alert, and what it does.
public struct AlertAction: Sendable {
    /// What stands on its button.
    public let title: ScreenText
    /// How the button looks.
    public let style: ScreenButtonStyle
    /// What is done.
    public let perform: @Sendable () -> Void

    /// An answer with what stands on its button, and what it does.
    public init(title: ScreenText, style: ScreenButtonStyle = .plain, perform: @escaping @Sendable () -> Void) {
        self.title = title
        self.style = style
        self.perform = perform
    }
}

extension Builder {
    /// Makes alerts, for a flow to present:
    ///
    /// ```swift
    /// Builder.Alert.makeAlert(for: failure, dismiss: secondary.dismiss) |> secondary.present
    /// ```
    public enum Alert {
        /// Tells why a screen is not there; `dismiss` is done once the person has read it.
        public static func makeAlert(for failure: ScreenFailure, dismiss: (@Sendable () -> Void)?) -> Presented {
            makeAlert(for: failure.message, title: nil, dismiss: dismiss)
        }

        /// Tells something, under a title where there is one; `dismiss` is done once the person has read it.
        public static func makeAlert(for message: ScreenText, title: ScreenText?, dismiss: (@Sendable () -> Void)?) -> Presented {
            .alert(PresentedAlert(ColonnadeSystemIO.Alert(id: id, title: title, message: message)) { _ in dismiss?() })
        }

        /// Tells of an error, and asks what to do about it. Closing the alert without an answer does what the secondary action does.
        public static func makeAlert(for error: AlertError, primaryAction: AlertAction, secondaryAction: AlertAction) -> Presented {
            let choices: [AlertChoice] = [
                AlertChoice(id: "primary", title: primaryAction.title, style: primaryAction.style),
                AlertChoice(id: "secondary", title: secondaryAction.title, style: secondaryAction.style),
            ]
            let alert: ColonnadeSystemIO.Alert = ColonnadeSystemIO.Alert(
                id: id, title: error.title, message: error.message, choices: choices)
            return .alert(
                PresentedAlert(alert) { choice in choice == "primary" ? primaryAction.perform() : secondaryAction.perform() })
        }

        /// Alerts that a flow presents are told apart by their steps.
        private static let id: String = "alert"
    }
}
