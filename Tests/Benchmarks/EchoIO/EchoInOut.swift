import ColonnadeContract

/// Gives back what it gets: for measuring, and for trying the wire out.
public protocol EchoInterface: Interface where Refused == EchoRefusal {
    /// The payload, unchanged.
    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload

    /// As many outputs as asked for, numbered from 0.
    func count(_ input: CountRequest) -> Outputs<Int>

    /// Every command, given back as an output, until the caller finishes.
    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String>

    /// Refuses, with the reason asked for.
    func refuse(_ input: EchoRefusal.Kind) async throws(Failure)

    /// As many outputs as asked for, of as many bytes each. Eight bytes or more begin with the output's number, from 0.
    func pour(_ input: PourRequest) -> Outputs<EchoPayload>

    /// The payload three times over: three other verticals are asked for an echo of it at once.
    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload

    /// An answer that takes as long as asked for: for seeing what happens to a call in flight.
    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload

    /// Writes the number to the file `notes` in the vertical's state directory, on a line of its own: for seeing what was done
    /// twice. The line is there before the answer is.
    func note(_ input: NoteRequest) async throws(Failure)
}

/// Bytes to give back.
public struct EchoPayload: Idempotent, Hashable, Sendable {
    /// Come back as they are.
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// How many outputs to give.
public struct CountRequest: Idempotent, Hashable, Sendable {
    /// How many; none where it is 0 or less.
    public let count: Int
    /// The time before each output.
    public let delay: Duration?

    public init(count: Int, delay: Duration? = nil) {
        self.count = count
        self.delay = delay
    }
}

/// What to write down. Not idempotent: sent twice, it is written twice.
public struct NoteRequest: Hashable, Sendable {
    /// The number to write.
    public let number: Int

    public init(number: Int) {
        self.number = number
    }
}

/// How long to take for an answer, and how large it is.
public struct PauseRequest: Hashable, Sendable {
    /// The time before the answer.
    public let duration: Duration
    /// The size of the answer in bytes; at most 1 MiB is given.
    public let bytes: Int

    public init(duration: Duration, bytes: Int = 0) {
        self.duration = duration
        self.bytes = bytes
    }
}

/// How many outputs to give, and how large.
public struct PourRequest: Idempotent, Hashable, Sendable {
    /// How many; none where it is 0 or less.
    public let count: Int
    /// The size of each output in bytes; at most 1 MiB is given.
    public let bytes: Int

    public init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }
}

/// What may be said to a conversation.
public enum EchoCommand: Hashable, Sendable {
    /// The text comes back.
    case say(String)
    /// The text comes back in capitals, so many times over in one output, at most 100.
    case shout(text: String, times: Int)
    /// Ends the conversation as not done.
    case pause
}

/// Why echo refuses.
public enum EchoRefusal: Refusal, Hashable {
    /// Echo was asked to refuse.
    case unwilling
    /// Echo was asked to refuse with a value.
    case tooLong(limit: Int)

    /// Which refusal is asked for.
    public enum Kind: Hashable, Sendable {
        /// ``EchoRefusal/unwilling``.
        case unwilling
        /// ``EchoRefusal/tooLong(limit:)``.
        case tooLong
    }
}
