/// What travels with a call beside its Input. Task-local: the dispatcher binds what came for the board's task, and
/// calls made from there hand it on.
public struct CallMetadata: Hashable, Sendable {
    /// The metadata of the call that this task serves or makes.
    @TaskLocal public static var current: CallMetadata = CallMetadata()

    /// CLOCK_MONOTONIC in nanoseconds; past it the provider stops work. Time in a queue counts.
    public var deadline: UInt64?
    /// W3C trace context.
    public var traceparent: String?
    /// The caller's session, as a signed token.
    public var session: String?
    /// By which the provider knows the same call again. One that came with a call is the board's to use, and not handed on.
    public var idempotencyKey: String? {
        didSet { isKeyServed = false }
    }
    /// 1 for the first try.
    public var attempt: UInt32
    /// Whether the key came with the call that this task serves: two calls that a board makes are not the same call.
    private var isKeyServed: Bool = false

    /// Metadata for calls that are made while it is bound as ``current``; nothing but the number of the try unless more is given.
    public init(
        deadline: UInt64? = nil, traceparent: String? = nil, session: String? = nil, idempotencyKey: String? = nil,
        attempt: UInt32 = 1
    ) {
        self.deadline = deadline
        self.traceparent = traceparent
        self.session = session
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
    }

    /// Whether nothing was said beside the Input, the try's number aside.
    public var isPlain: Bool {
        deadline == nil && traceparent == nil && session == nil && idempotencyKey == nil
    }

    /// The same metadata, as the board's task sees them that serves the call.
    public var served: CallMetadata {
        var metadata: CallMetadata = self
        metadata.isKeyServed = idempotencyKey != nil
        return metadata
    }

    /// What a call that is made in this task takes with it: all but a key that came with the call that the task serves.
    public var handedOn: CallMetadata {
        guard isKeyServed else { return self }
        var metadata: CallMetadata = self
        metadata.idempotencyKey = nil
        return metadata
    }
}
