/// Everything that a call can fail with: the vertical's own refusal, or a fault with its delivery outcome.
public enum CallFailure<Refused: Refusal>: Error, Sendable {
    /// The vertical's own answer.
    case refused(Refused)
    /// The vertical refused with a case that this side's contract does not know.
    case refusedUnknown(number: UInt32, bytes: [UInt8])
    /// Nobody serves the interface now. A call that was not dispatched was tried again as long as its deadline allowed.
    case unavailable(Fault)
    /// The provider is going away and takes no more, and no other came within the deadline.
    case draining(Fault)
    /// A limit is reached: streams, connections or bytes that wait. ``Fault/retryAfter`` may say when to come back.
    case exhausted(Fault)
    /// The call's deadline has passed, wherever the call was then; its outcome says whether a handler saw it.
    case deadlineExceeded(Fault)
    /// The caller's task was cancelled, its outputs were dropped, or the handler gave up.
    case cancelled(Fault)
    /// The Input or a Command does not parse, or holds a case that the provider does not know; never tried again.
    case invalid(Fault)
    /// The provider has no such board; never tried again.
    case unimplemented(Fault)
    /// The consumer has not declared that it uses this provider; never tried again.
    case undeclared(Fault)
    /// The contracts of the two ends do not fit; ``Fault/message`` lists where. Never tried again.
    case incompatible(Fault)
    /// A message is longer than the other end takes; never tried again.
    case tooLarge(Fault)
    /// The provider's process ended during the call; the report says how.
    case crashed(CrashReport, Fault)
    /// The stream goes on at another generation of the provider, to be activated again there.
    case moved(Fault)
    /// A barrier before the board was not passed; the message names the gate and says why.
    case barrierRefused(Fault)
    /// The gate of a barrier before the board did not answer in time.
    case barrierStuck(Fault)
    /// The handler threw what is no refusal, a peer broke the rules, or the code is one that this side does not know.
    case failed(Fault)

    /// The typed form of a fault.
    public init(_ fault: Fault) {
        switch fault.code {
        case .unavailable: self = .unavailable(fault)
        case .draining: self = .draining(fault)
        case .exhausted: self = .exhausted(fault)
        case .deadlineExceeded: self = .deadlineExceeded(fault)
        case .cancelled: self = .cancelled(fault)
        case .invalid: self = .invalid(fault)
        case .unimplemented: self = .unimplemented(fault)
        case .undeclared: self = .undeclared(fault)
        case .incompatible: self = .incompatible(fault)
        case .tooLarge: self = .tooLarge(fault)
        case .moved: self = .moved(fault)
        case .barrierRefused: self = .barrierRefused(fault)
        case .barrierStuck: self = .barrierStuck(fault)
        case .crashed:
            let report: CrashReport = fault.report ?? CrashReport(id: "", signal: nil, status: nil, generation: 0)
            self = .crashed(report, fault)
        default: self = .failed(fault)
        }
    }

    /// The fault; nil where the vertical itself refused.
    public var fault: Fault? {
        switch self {
        case .refused, .refusedUnknown: nil
        case .unavailable(let fault), .draining(let fault), .exhausted(let fault), .deadlineExceeded(let fault),
            .cancelled(let fault), .invalid(let fault), .unimplemented(let fault), .undeclared(let fault),
            .incompatible(let fault), .tooLarge(let fault), .crashed(_, let fault), .moved(let fault),
            .barrierRefused(let fault), .barrierStuck(let fault), .failed(let fault):
            fault
        }
    }

    /// Whether a handler saw the call; a refusal is always ``DeliveryOutcome/done``.
    public var outcome: DeliveryOutcome { fault?.outcome ?? .done }

    /// Runs `body` and turns whatever it throws into this type. What ran counts as done, also where `body` rethrows
    /// the failure of a call of its own.
    public static func catching<Value>(_ body: () async throws -> Value) async throws(Self) -> Value {
        do {
            return try await body()
        } catch {
            throw Self(thrown: error)
        }
    }

    /// The typed form of anything that a handler threw.
    public init(thrown error: any Error) {
        switch error {
        case let refusal as Refused: self = .refused(refusal)
        case let failure as Self: self = failure.fault.map { Self($0.with(outcome: .done)) } ?? failure
        case let fault as Fault: self = Self(fault.with(outcome: .done))
        case let failure as any FaultCarrying: self = Self(failure.carriedFault.with(outcome: .done))
        case let declined as Declined: self = Self(Fault(declined))
        case is CancellationError, is CommandsInterrupted:
            self = .cancelled(Fault(.cancelled, "The handler was cancelled.", outcome: .done))
        case let told as any CallerError: self = .failed(Fault(.internal, told.description, outcome: .done))
        default: self = .failed(Fault(.internal, ForeignError.sentence(error), outcome: .done))
        }
    }
}

/// A failure of another interface, as a handler sees it that called a second vertical.
protocol FaultCarrying: Error {
    var carriedFault: Fault { get }
}

extension CallFailure: FaultCarrying {
    var carriedFault: Fault {
        switch self {
        case .refused(let refusal): Fault(.internal, "A vertical that was asked refused: \(refusal)", outcome: .done)
        case .refusedUnknown(let number, _):
            Fault(.internal, "A vertical that was asked refused with the unknown case \(number).", outcome: .done)
        default: fault ?? Fault(.internal, "unknown", outcome: .done)
        }
    }
}
