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
    /// What the consumer takes.
    public let limits: PeerLimits

    /// The first frame of a connection, from the consumer.
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

    /// Limits to be sent to the other end.
    public init(frameBytes: UInt32, streams: UInt32, outputCredit: UInt32) {
        self.frameBytes = frameBytes
        self.streams = streams
        self.outputCredit = outputCredit
    }
}

/// WELCOME: the provider takes the connection.
public struct Welcome: Hashable, Sendable {
    /// The provider's name: `maps`.
    public let provider: String
    /// Counts the provider's processes since the suite was started; 0 without a supervisor.
    public let generation: UInt64
    /// The fingerprint of the contract that the provider serves; it may differ from the consumer's where the two fit.
    public let fingerprint: String
    /// What the provider takes.
    public let limits: PeerLimits

    /// The provider's answer to a HELLO that it accepts.
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
    /// One sentence for a person.
    public let message: String
    /// Every incompatibility, a sentence each.
    public let incompatibilities: [String]
    /// When it makes sense to try again.
    public let retryAfter: Duration?

    /// The provider's answer to a HELLO that it does not accept.
    public init(code: UInt32, message: String, incompatibilities: [String] = [], retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.incompatibilities = incompatibilities
        self.retryAfter = retryAfter
    }
}

/// DESCRIBE: empty where the provider asks; the contract of the boards in use where the consumer answers.
public struct Describe: Hashable, Sendable {
    /// The boards in use with their types; nil in the question.
    public let contract: ContractDescriptor?

    /// The question without a contract, the answer with one.
    public init(contract: ContractDescriptor? = nil) {
        self.contract = contract
    }
}

/// The metadata in front of an Input, behind its own length.
public struct Metadata: Hashable, Sendable {
    /// CLOCK_MONOTONIC in nanoseconds.
    public let deadline: UInt64?
    /// W3C trace context, as in the header of that name.
    public let traceparent: String?
    /// The caller's session, as a signed token.
    public let session: String?
    /// By which the provider knows the same call again.
    public let idempotencyKey: String?
    /// 1 for the first try; nil is 1.
    public let attempt: UInt32?

    /// Metadata of one ACTIVATE; what is nil is not sent.
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
    /// Whether the board did what it was activated for.
    public let done: Bool

    /// The end of an activation without a last output.
    public init(done: Bool) {
        self.done = done
    }
}

/// FAIL: why a stream, or on stream 0 the connection, ended.
public struct Fail: Hashable, Sendable {
    /// A failure code.
    public let code: UInt32
    /// One sentence for a person.
    public let message: String
    /// A delivery outcome: 1 not dispatched, 2 unknown, 3 done.
    public let outcome: UInt32
    /// When it makes sense to try again; nil where nobody knows.
    public let retryAfter: Duration?
    /// How the provider's process ended; nil unless it crashed.
    public let report: FailReport?

    /// The end of a stream that failed, or on stream 0 of the connection.
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
    /// Names the report on the supervisor's command line.
    public let id: String
    /// The signal that ended the process; nil where it exited.
    public let signal: Int?
    /// The status it exited with; nil where a signal ended it.
    public let status: Int?
    /// Which of the provider's processes it was.
    public let generation: UInt64

    /// How one process ended, by a signal or with a status.
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

    /// A grant of `count` frames more.
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

    /// One of the two phases of going away.
    public init(phase: UInt32, lastStream: UInt32? = nil) {
        self.phase = phase
        self.lastStream = lastStream
    }
}
