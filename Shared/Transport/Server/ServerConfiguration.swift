public import ColonnadeContract

/// What a provider serves, to whom, and within which limits.
public struct ServerConfiguration: Sendable {
    /// Runs handlers with whatever they are to see around them, the vertical's world for example.
    public typealias Scope = @Sendable (@Sendable () async -> Void) async -> Void

    /// The provider's name: `clinical-records`.
    public var provider: String
    /// Other names by which consumers may ask for it: those of the interfaces that it serves.
    public var aliases: Set<String>
    /// Counts the provider's processes since the suite was started; 0 without a supervisor.
    public var generation: UInt64
    /// The vertical's interface, and the platform's; told apart by the numbers of their boards, which may not overlap.
    public var dispatchers: [any Dispatcher]
    /// What this end states in WELCOME, and keeps to.
    public var limits: Limits
    /// Users beside this process's own and root who may connect, by number.
    public var owners: Set<UInt32>
    /// Bound around the handlers, once for many of them; nil where there is nothing to bind. ``CallMetadata/current`` is bound
    /// around each in any case.
    public var scope: Scope?
    /// What stands before boards, of those that have a barrier.
    public var barriers: [BoardID: any BoardBarrier]

    /// A configuration that binds nothing around handlers, and has no barriers, unless they are given.
    public init(
        provider: String, aliases: Set<String> = [], generation: UInt64 = 0, dispatchers: [any Dispatcher],
        limits: Limits = Limits(), owners: Set<UInt32> = [], scope: Scope? = nil, barriers: [BoardID: any BoardBarrier] = [:]
    ) {
        self.provider = provider
        self.aliases = aliases
        self.generation = generation
        self.dispatchers = dispatchers
        self.limits = limits
        self.owners = owners
        self.scope = scope
        self.barriers = barriers
    }
}

/// What one board has done since the server was made.
public struct BoardStatistics: Hashable, Sendable {
    /// The interface's name: `ClinicalRecords`.
    public let interface: String
    /// The board's name: `searchPlaces`.
    public let board: String
    /// Activations whose handler was started, or was to be and was cancelled while it waited for its turn.
    public var calls: UInt64 = 0
    /// Of those that have ended, the ones that neither gave what they were to give nor refused.
    public var failures: UInt64 = 0
    /// Handlers that run now, or wait for their turn.
    public var inFlight: Int = 0
    /// Time between the start and the end of handlers, waiting included, in nanoseconds.
    public var nanoseconds: UInt64 = 0

    mutating func begin() {
        calls += 1
        inFlight += 1
    }

    mutating func end(after nanoseconds: UInt64, isFailure: Bool) {
        inFlight -= 1
        self.nanoseconds += nanoseconds
        if isFailure { failures += 1 }
    }
}

/// What a server has done since it was made.
public struct ServerStatistics: Hashable, Sendable {
    /// Connections that are open now.
    public var connections: Int = 0
    /// Connections that were accepted, those included that were turned away.
    public var accepted: UInt64 = 0
    /// Calls that wait at barriers now; they count as in flight as well.
    public var waitingAtBarriers: Int = 0
    /// Connections that ended because the consumer broke a rule of the wire.
    public var violations: UInt64 = 0
    /// What each board has done.
    public var boards: [BoardStatistics] = []
}
