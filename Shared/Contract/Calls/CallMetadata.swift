/// What travels with a call beside its Input. Task-local: the dispatcher binds what came for the board's task, and
/// calls made from there hand it on.
public struct CallMetadata: Hashable, Sendable {
    /// The metadata of the call that this task serves or makes.
    @TaskLocal public static var current: CallMetadata = CallMetadata()

    /// 1 for the first try.
    public var attempt: UInt32
    /// What was said beside the Input; nil for nothing, which is what most calls say: metadata are copied at every step of
    /// a call, and nothing costs nothing.
    @usableFromInline private(set) var said: Said?

    @usableFromInline struct Values: Hashable, Sendable {
        @usableFromInline var deadline: UInt64?
        var traceparent: String?
        var session: String?
        var idempotencyKey: String?
        /// Whether the key came with the call that this task serves: two calls that a board makes are not the same call.
        var isKeyServed: Bool = false

        var isEmpty: Bool { deadline == nil && traceparent == nil && session == nil && idempotencyKey == nil }
    }

    @usableFromInline final class Said: Hashable, Sendable {
        @usableFromInline let values: Values

        init(_ values: Values) {
            self.values = values
        }

        @usableFromInline static func == (left: Said, right: Said) -> Bool { left.values == right.values }

        @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }

    /// Metadata for calls that are made while it is bound as ``current``; nothing but the number of the try unless more is given.
    public init(
        deadline: UInt64? = nil, traceparent: String? = nil, session: String? = nil, idempotencyKey: String? = nil,
        attempt: UInt32 = 1
    ) {
        self.attempt = attempt
        said = nil
        values = Values(deadline: deadline, traceparent: traceparent, session: session, idempotencyKey: idempotencyKey)
    }

    private var values: Values {
        get { said?.values ?? Values() }
        set { said = newValue.isEmpty ? nil : Said(newValue) }
    }

    /// CLOCK_MONOTONIC in nanoseconds; past it the provider stops work. Time in a queue counts.
    public var deadline: UInt64? {
        @inlinable get { said?.values.deadline }
        set { values.deadline = newValue }
    }

    /// W3C trace context.
    public var traceparent: String? {
        get { said?.values.traceparent }
        set { values.traceparent = newValue }
    }

    /// The caller's session, as a signed token.
    public var session: String? {
        get { said?.values.session }
        set { values.session = newValue }
    }

    /// By which the provider knows the same call again. One that came with a call is the board's to use, and not handed on.
    public var idempotencyKey: String? {
        get { said?.values.idempotencyKey }
        set {
            var values: Values = values
            (values.idempotencyKey, values.isKeyServed) = (newValue, false)
            self.values = values
        }
    }

    /// Whether nothing was said beside the Input, the try's number aside.
    @inlinable public var isPlain: Bool { said == nil }

    /// The same metadata, as the board's task sees them that serves the call.
    public var served: CallMetadata {
        guard idempotencyKey != nil else { return self }
        var metadata: CallMetadata = self
        metadata.values.isKeyServed = true
        return metadata
    }

    /// What a call that is made in this task takes with it: all but a key that came with the call that the task serves.
    public var handedOn: CallMetadata {
        guard let said, said.values.isKeyServed else { return self }
        var metadata: CallMetadata = self
        metadata.idempotencyKey = nil
        return metadata
    }
}
