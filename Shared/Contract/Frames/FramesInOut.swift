// The bodies of the frames that belong to a connection or end a stream; wire.proto beside the Wire target says the same.

/// HELLO: who calls whom, with which contract.
public struct Hello: Hashable, Sendable {
    /// The wire's version; 1.
    public let version: UInt32
    /// The consumer's name: `clinical-records`, `operator`.
    public let consumer: String
    /// The provider that the consumer means to talk to.
    public let provider: String
    /// Tells one process of the consumer from another.
    public let instance: String
    /// The fingerprint of the contract that the consumer was built with.
    public let fingerprint: String
    public let limits: PeerLimits

    public init(version: UInt32 = 1, consumer: String, provider: String, instance: String, fingerprint: String, limits: PeerLimits) {
        self.version = version
        self.consumer = consumer
        self.provider = provider
        self.instance = instance
        self.fingerprint = fingerprint
        self.limits = limits
    }
}

/// The limits that one end states; the other keeps to them.
public struct PeerLimits: Hashable, Sendable {
    /// Longest frame that this end takes, in bytes.
    public let frameBytes: UInt32
    /// Open activations that this end takes.
    public let streams: UInt32
    /// OUTPUT frames that a consumer takes on a stream before it grants more; a provider says 0.
    public let outputCredit: UInt32

    public init(frameBytes: UInt32, streams: UInt32, outputCredit: UInt32) {
        self.frameBytes = frameBytes
        self.streams = streams
        self.outputCredit = outputCredit
    }
}

/// WELCOME: the provider takes the connection.
public struct Welcome: Hashable, Sendable {
    public let provider: String
    /// Counts the provider's processes since the suite was started; 0 without a supervisor.
    public let generation: UInt64
    public let fingerprint: String
    public let limits: PeerLimits

    public init(provider: String, generation: UInt64, fingerprint: String, limits: PeerLimits) {
        self.provider = provider
        self.generation = generation
        self.fingerprint = fingerprint
        self.limits = limits
    }
}

/// REJECT: the connection is not taken.
public struct Reject: Hashable, Sendable {
    /// A failure code: unavailable, undeclared, incompatible, exhausted, violation.
    public let code: UInt32
    public let message: String
    /// Every incompatibility, a sentence each.
    public let incompatibilities: [String]
    /// When it makes sense to try again.
    public let retryAfter: Duration?

    public init(code: UInt32, message: String, incompatibilities: [String] = [], retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.incompatibilities = incompatibilities
        self.retryAfter = retryAfter
    }
}

/// DESCRIBE: empty where the provider asks; the contract of the boards in use where the consumer answers.
public struct Describe: Hashable, Sendable {
    public let contract: ContractDescriptor?

    public init(contract: ContractDescriptor? = nil) {
        self.contract = contract
    }
}

/// The metadata in front of an Input, behind its own length.
public struct Metadata: Hashable, Sendable {
    /// CLOCK_MONOTONIC in nanoseconds.
    public let deadline: UInt64?
    public let traceparent: String?
    public let session: String?
    public let idempotencyKey: String?
    /// 1 for the first try; nil is 1.
    public let attempt: UInt32?

    public init(
        deadline: UInt64? = nil, traceparent: String? = nil, session: String? = nil, idempotencyKey: String? = nil,
        attempt: UInt32? = nil
    ) {
        self.deadline = deadline
        self.traceparent = traceparent
        self.session = session
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
    }
}

/// COMPLETE: the activation has ended.
public struct Complete: Hashable, Sendable {
    public let done: Bool

    public init(done: Bool) {
        self.done = done
    }
}

/// FAIL: why a stream, or on stream 0 the connection, ended.
public struct Fail: Hashable, Sendable {
    /// A failure code.
    public let code: UInt32
    public let message: String
    /// A delivery outcome: 1 not dispatched, 2 unknown, 3 done.
    public let outcome: UInt32
    public let retryAfter: Duration?
    public let report: FailReport?

    public init(code: UInt32, message: String, outcome: UInt32, retryAfter: Duration? = nil, report: FailReport? = nil) {
        self.code = code
        self.message = message
        self.outcome = outcome
        self.retryAfter = retryAfter
        self.report = report
    }
}

/// How a provider's process ended.
public struct FailReport: Hashable, Sendable {
    public let id: String
    public let signal: Int?
    public let status: Int?
    public let generation: UInt64

    public init(id: String, signal: Int?, status: Int?, generation: UInt64) {
        self.id = id
        self.signal = signal
        self.status = status
        self.generation = generation
    }
}

/// CREDIT: how many more OUTPUT or COMMAND frames its sender will take on the stream.
public struct Credit: Hashable, Sendable {
    /// 1 or more.
    public let count: UInt32

    public init(count: UInt32) {
        self.count = count
    }
}

/// DRAIN: the provider goes away.
public struct Drain: Hashable, Sendable {
    /// 1: open no more; 2: the last stream that was accepted.
    public let phase: UInt32
    /// With phase 2, the last stream that was accepted; 0 where there was none.
    public let lastStream: UInt32?

    public init(phase: UInt32, lastStream: UInt32? = nil) {
        self.phase = phase
        self.lastStream = lastStream
    }
}
