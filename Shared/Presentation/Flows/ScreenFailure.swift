public import ColonnadeContract
public import ColonnadeSystemIO

/// Why a screen is not there, whichever vertical it belongs to.
public struct ScreenFailure: Error, Hashable {
    /// What a person reads, with what to do.
    public let message: ScreenText
    /// The crash report's id, where the vertical's process ended; nil otherwise.
    public let report: String?
    /// Whether trying again may help.
    public let isPassing: Bool
    /// Whether a barrier before the screen asks for something first, such as signing in.
    public let isBarrier: Bool
    /// What went wrong, in the words of the platform, for the log.
    public let detail: String

    /// The failure of a board. What a vertical refuses is told by `refusal`; nil for its name in the contract. Refusals of which `barrier`
    /// says so ask for something first: a board that finds out later than its barrier that nobody is signed in any more.
    public init<Refused: Refusal>(
        _ failure: CallFailure<Refused>, refusal: ((Refused) -> ScreenText)? = nil, barrier: ((Refused) -> Bool)? = nil
    ) {
        isBarrier =
            switch failure {
            case .barrierRefused: true
            case .refused(let refused): barrier?(refused) ?? false
            default: false
            }
        detail = failure.fault.map { "\($0.message)" } ?? "\(failure)"
        report = if case .crashed(let report, _) = failure { report.id } else { nil }
        switch failure {
        case .refused(let refused):
            message = refusal?(refused) ?? "This was refused: \("\(refused)")."
            isPassing = false
        case .unavailable, .draining, .moved:
            message = "This part is not there at the moment. Try again shortly."
            isPassing = true
        case .crashed:
            message = "This part has ended unexpectedly and is being started again. Try again shortly."
            isPassing = true
        case .exhausted:
            message = "There is too much to do at the moment. Try again shortly."
            isPassing = true
        case .deadlineExceeded, .barrierStuck:
            message = "This takes too long. Try again, and look first whether it was done."
            isPassing = true
        case .cancelled:
            message = "This was stopped."
            isPassing = true
        case .barrierRefused:
            message = "Sign in to go on."
            isPassing = false
        default:
            message = "This went wrong, and trying again does not help. Tell the operator: \(detail)"
            isPassing = false
        }
    }

    /// The failure that a screen's conversation threw, as far as it is one of this interface; otherwise its text alone.
    init<Refused: Refusal>(
        thrown error: any Error, of interface: Refused.Type, refusal: ((Refused) -> ScreenText)?, barrier: ((Refused) -> Bool)?
    ) {
        self.init(error as? CallFailure<Refused> ?? CallFailure<Refused>(thrown: error), refusal: refusal, barrier: barrier)
    }
}
