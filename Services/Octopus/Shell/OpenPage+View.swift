import ColonnadePresentation
public import ColonnadeSystemIO

extension OpenPage {
    /// What can be seen of the page now.
    public struct View: Sendable {
        /// The page itself: one screen, or the home page's tiles.
        public let main: [LiveScreen]
        /// What lies over the page.
        public let modal: LiveScreen?
        /// What lies beside the page.
        public let secondary: LiveScreen?
        /// What is to be told.
        public let alerts: [OpenAlert]
        /// Names what the primary flow shows, 0 for the home page; it stands in the page's address, so that back and forward work.
        public let step: UInt64
        /// Whether names of people are on their way.
        let isNaming: Bool

        private var screens: [LiveScreen] { main + [modal, secondary].compactMap { $0 } }

        /// Whether every screen has something to show.
        public var isComplete: Bool { !isNaming && screens.allSatisfy { $0.shown != .loading } }

        /// Whether a screen is loading, or says that it is at work.
        public var isAtWork: Bool {
            screens.contains { live in
                switch live.shown {
                case .loading: true
                case .screen(let screen): screen.isAtWork
                case .failed, .ended: false
                }
            }
        }
    }

    /// An alert that waits for an answer.
    public struct OpenAlert: Sendable, Identifiable {
        /// Names it to the browser.
        public let id: String
        /// What is to be told.
        public let alert: Alert
        /// The screen that tells it; nil where a flow does.
        public let screen: LiveScreen?
        let presented: PresentedAlert?
    }

    var flowAlerts: [OpenAlert] {
        [(flows.secondary, "s"), (flows.modal, "m"), (flows.primary, "p")].compactMap { flow, name in
            guard let top: Flow.Step = flow.top, case .alert(let presented) = top.presented else { return nil }
            return OpenAlert(id: "\(name)\(top.id)", alert: presented.alert, screen: nil, presented: presented)
        }
    }
}
