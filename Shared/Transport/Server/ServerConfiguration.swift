public import ColonnadeContract

/// What a provider serves, to whom, and within which limits.
public struct ServerConfiguration: Sendable {
    /// Runs handlers with task-locals bound around them, the vertical's world for example.
    public typealias Scope = @Sendable (@Sendable () async -> Void) async -> Void

    /// The provider's name: `clinical-records`.
    public var provider: String
    /// Other names that consumers may use for it: those of the interfaces that it serves.
    public var aliases: Set<String>
    /// The number of this process among the provider's since the suite was started; 0 without a supervisor.
    public var generation: UInt64
    /// The dispatchers of the vertical's interface and of the platform's. Their board numbers must not overlap.
    public var dispatchers: [any Dispatcher]
    /// The limits that this end announces in WELCOME and enforces.
    public var limits: Limits
    /// Users, besides this process's own and root, who may connect, by number.
    public var owners: Set<UInt32>
    /// Bound once around many handlers; nil if there is nothing to bind. ``CallMetadata/current`` is always bound around each.
    public var scope: Scope?
    /// The barriers of the boards that have one.
    public var barriers: [BoardID: any BoardBarrier]
    /// Keeps the spans of sampled calls; nil where nobody asks for them. It belongs to the server's loop.
    public var tracer: Tracer?

    /// Creates a configuration; by default without a scope, without barriers and without a tracer.
    public init(
        provider: String, aliases: Set<String> = [], generation: UInt64 = 0, dispatchers: [any Dispatcher],
        limits: Limits = Limits(), owners: Set<UInt32> = [], scope: Scope? = nil, barriers: [BoardID: any BoardBarrier] = [:],
        tracer: Tracer? = nil
    ) {
        self.provider = provider
        self.aliases = aliases
        self.generation = generation
        self.dispatchers = dispatchers
        self.limits = limits
        self.owners = owners
        self.scope = scope
        self.barriers = barriers
        self.tracer = tracer
    }
}
