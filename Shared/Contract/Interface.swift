/// What a vertical offers. Each requirement is one board.
///
/// A requirement has one of three forms:
/// ```swift
/// func place(_ input: PlaceID) async throws(Failure) -> Place                                  // one output
/// func follow(_ input: FollowRequest) -> Outputs<Entry>                                        // many
/// func pickPlace(_ input: MapConfiguration, _ commands: Commands<MapCommand>) -> Outputs<MapOutput>   // a conversation
/// ```
/// The same protocol is what a vertical implements, what a generated client is, and what a test fakes.
public protocol Interface: Sendable {
    /// The vertical's own typed refusals; ``NoRefusal`` where it has none.
    associatedtype Refused: Refusal
}

extension Interface {
    /// What a call of a board can fail with, the vertical's own refusals and the transport's failures alike.
    public typealias Failure = CallFailure<Refused>
    /// Many outputs; the activation starts when the sequence is iterated, and dropping the iterator cancels it.
    public typealias Outputs<Element: Sendable> = OutputSequence<Element, Refused>

    /// Runs `body` and turns whatever it throws into the typed ``Failure``.
    public func attempt<Value>(_ body: () async throws -> Value) async throws(Failure) -> Value {
        try await Failure.catching(body)
    }
}

/// A vertical's own answer "no", typed. An enum; an unknown case from a newer provider arrives as
/// ``CallFailure/refusedUnknown(number:bytes:)``.
public protocol Refusal: Error, Sendable {}

/// The refusal of an interface that never refuses.
public enum NoRefusal: Refusal {}

/// An Input that may be sent twice with the effect of once. Only such an activation is repeated where the outcome of
/// the first try is unknown.
///
/// A board with many outputs says by it that it may be activated again at any time: when its provider is replaced, the client does
/// so by itself, and the outputs begin again as the Input says. One that lists things once should not be idempotent, or its
/// outputs should carry what tells them apart.
public protocol Idempotent {}

/// A vertical's typed configuration, read from the launcher file and checked before the daemon is started.
public protocol Configuration: WireMessage {
    /// The configuration's shape, by which JSON is checked and mapped.
    static var contract: ContractDescriptor { get }
}

/// A case that this side's contract does not know, kept as it came.
public struct Unrecognized: Hashable, Sendable {
    /// The case's number in the sender's contract.
    public let number: UInt32
    /// The case's payload, encoded; empty for a case without values.
    public let bytes: [UInt8]

    /// A case as it came from a newer peer: its number, and its payload where it has one.
    public init(number: UInt32, bytes: [UInt8] = []) {
        self.number = number
        self.bytes = bytes
    }
}

/// How an activation with many outputs ended.
public enum Completion: Sendable {
    /// The board did what it was activated for.
    case done
    /// The board ended without having done what it was activated for.
    case notDone
}
