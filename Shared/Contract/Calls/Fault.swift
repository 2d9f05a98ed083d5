/// Whether a handler saw the call.
public enum DeliveryOutcome: UInt32, Sendable, CaseIterable, Codable {
    /// No handler was started: sending it again can do no harm.
    case notDispatched = 1
    /// A handler may have been started, and how far it came is not known.
    case unknown = 2
    /// The handler ran, and this is its answer.
    case done = 3
}

/// Why a call failed other than by the vertical's own refusal. Open: a code of a newer peer is kept as a number.
public struct FailureCode: RawRepresentable, Hashable, Sendable {
    /// Nobody serves the interface now.
    public static let unavailable: FailureCode = FailureCode(rawValue: 1)
    /// The provider is going away and takes no more.
    public static let draining: FailureCode = FailureCode(rawValue: 2)
    /// A limit is reached.
    public static let exhausted: FailureCode = FailureCode(rawValue: 3)
    /// The deadline passed before the activation ended.
    public static let deadlineExceeded: FailureCode = FailureCode(rawValue: 4)
    /// The consumer cancelled, or the handler gave up.
    public static let cancelled: FailureCode = FailureCode(rawValue: 5)
    /// The Input or a Command does not parse, or holds an unknown case.
    public static let invalid: FailureCode = FailureCode(rawValue: 6)
    /// The provider has no such board.
    public static let unimplemented: FailureCode = FailureCode(rawValue: 7)
    /// The consumer has not declared that it uses this provider.
    public static let undeclared: FailureCode = FailureCode(rawValue: 8)
    /// The contracts of the two ends do not fit.
    public static let incompatible: FailureCode = FailureCode(rawValue: 9)
    /// A message is longer than the limit.
    public static let tooLarge: FailureCode = FailureCode(rawValue: 10)
    /// The provider ended while it ran the call.
    public static let crashed: FailureCode = FailureCode(rawValue: 11)
    /// The stream goes on at another generation of the provider.
    public static let moved: FailureCode = FailureCode(rawValue: 12)
    /// The handler threw what is no refusal.
    public static let `internal`: FailureCode = FailureCode(rawValue: 13)
    /// A peer broke the rules of the wire.
    public static let violation: FailureCode = FailureCode(rawValue: 14)
    /// A gateway barrier before the board was not passed: its gate refused, failed, or did not get done.
    public static let barrierRefused: FailureCode = FailureCode(rawValue: 15)
    /// The gate of a barrier before the board did not answer in time.
    public static let barrierStuck: FailureCode = FailureCode(rawValue: 16)

    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The code as it is written on a command line and in logs.
    public var name: String {
        let names: [String] = [
            "unavailable", "draining", "exhausted", "deadlineExceeded", "cancelled", "invalid", "unimplemented",
            "undeclared", "incompatible", "tooLarge", "crashed", "moved", "internal", "violation",
            "barrierRefused", "barrierStuck",
        ]
        guard rawValue >= 1, rawValue <= names.count else { return "unknown(\(rawValue))" }
        return names[Int(rawValue) - 1]
    }
}

/// How a provider ended, for those who were waiting for it.
public struct CrashReport: Hashable, Sendable {
    /// Names the report on the supervisor's command line.
    public let id: String
    /// The signal that ended the process; nil where it exited.
    public let signal: Int?
    /// The status it exited with; nil where a signal ended it.
    public let status: Int?
    /// Which of the provider's processes it was; 0 where there was no supervisor to count them.
    public let generation: UInt64

    /// A report of how one process ended, by a signal or with a status.
    public init(id: String, signal: Int?, status: Int?, generation: UInt64) {
        self.id = id
        self.signal = signal
        self.status = status
        self.generation = generation
    }
}

/// A failure of the transport or of the handler, without the vertical's type.
public struct Fault: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public let code: FailureCode
    /// One sentence for a person: what is wrong and, where there is one, the next step.
    public let message: String
    /// Whether a handler saw the call, and so whether sending it again could do harm.
    public let outcome: DeliveryOutcome
    /// When it makes sense to try again; nil where nobody knows.
    public let retryAfter: Duration?
    /// How the provider ended; nil unless ``code`` is ``FailureCode/crashed``.
    public let report: CrashReport?
    /// Made of what this handler itself has thrown as ``Declined``; never of what came from elsewhere.
    private(set) var isDeclined: Bool = false

    /// A failure with its words for a person and its delivery outcome.
    public init(
        _ code: FailureCode, _ message: String, outcome: DeliveryOutcome, retryAfter: Duration? = nil,
        report: CrashReport? = nil
    ) {
        self.code = code
        self.message = message
        self.outcome = outcome
        self.retryAfter = retryAfter
        self.report = report
    }

    /// What ends a call that its board has declined.
    init(_ declined: Declined) {
        self.init(.exhausted, declined.message, outcome: .notDispatched, retryAfter: declined.retryAfter)
        isDeclined = true
    }

    /// The same fault with another outcome.
    public func with(outcome: DeliveryOutcome) -> Fault {
        Fault(code, message, outcome: outcome, retryAfter: retryAfter, report: report)
    }
}
