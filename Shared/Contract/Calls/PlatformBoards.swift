/// The numbers of the platform's own boards, which every daemon serves beside its interface on the same connection.
///
/// A contract of the platform numbers its boards from 1 like any other; on the wire ``offset`` is added.
public enum PlatformBoards {
    /// The lowest number of a board of the platform; what lies below belongs to the vertical.
    public static let first: UInt16 = 65_280
    /// What is added to a board's number in the platform's contract.
    public static let offset: UInt16 = first - 1
}

/// Serves an interface of the platform under its numbers.
public struct PlatformDispatcher<Base: Dispatcher>: Dispatcher {
    private let base: Base

    /// Serves `base`, a generated dispatcher of the platform's, under the platform's numbers.
    public init(_ base: Base) {
        self.base = base
    }

    public var contract: ContractDescriptor { base.contract }

    public var boardOffset: UInt16 { PlatformBoards.offset }

    public func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        guard board >= PlatformBoards.first else { return false }
        return try base.dispatch(board: board - PlatformBoards.offset, body: &body, call: call)
    }
}

/// Calls an interface of the platform under its numbers, over a channel to any vertical.
public final class PlatformChannel: Channel {
    private let base: any Channel

    /// Calls the platform's boards over `base`, the channel to a vertical.
    public init(_ base: any Channel) {
        self.base = base
    }

    public func call(_ request: consuming CallRequest) async throws(CallError) -> ReceivedMessage {
        try await base.call(moved(request))
    }

    public func begin<Input: WireMessage>(board: UInt16, _ input: Input, isIdempotent: Bool, on actor: (any Actor)?) -> any OpenCall {
        base.begin(board: moved(board), input, isIdempotent: isIdempotent, on: actor)
    }

    public func goOn<Input: WireMessage>(_ call: any OpenCall, _ input: Input) async -> CallEnd {
        await base.goOn(call, input)
    }

    public func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream {
        base.open(moved(request), takesCommands: takesCommands)
    }

    public func recycle(_ buffer: consuming [UInt8]) {
        base.recycle(buffer)
    }

    public func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8]) {
        base.recycle(call, buffer)
    }

    private func moved(_ request: CallRequest) -> CallRequest {
        CallRequest(board: moved(request.board), body: request.body, isIdempotent: request.isIdempotent)
    }

    private func moved(_ board: UInt16) -> UInt16 {
        precondition(board <= UInt16.max - PlatformBoards.offset, "board \(board) is none of the platform's")
        return board + PlatformBoards.offset
    }
}
