internal import ColonnadeEventLoop
private import DequeModule
private import Synchronization

/// One direction of an in-memory pipe: the bytes that were written but not yet read.
///
/// The two ends may be on different loops; each is notified on its own.
final class MemoryLane: Sendable {
    struct Piece: Sendable {
        let bytes: [UInt8]
        /// When it arrives, in nanoseconds of the reader's loop.
        let arrival: UInt64
    }

    enum Step: Sendable {
        case piece([UInt8])
        /// Nothing has arrived yet; something will after this delay.
        case later(Duration)
        case end(PipeEnd)
        case nothing
    }

    private struct State {
        var pieces: Deque<Piece> = Deque()
        var dice: MemoryDice
        var queued: Int = 0
        var written: Int = 0
        var lastArrival: UInt64 = 0
        var end: PipeEnd?
        var isWriterWaiting: Bool = false
        var counter: SharedCounter?
        var onArrival: (@Sendable () -> Void)?
        var onRoom: (@Sendable () -> Void)?
    }

    private let plan: MemoryPlan
    private let state: Mutex<State>

    init(_ plan: MemoryPlan) {
        self.plan = plan
        state = Mutex(State(dice: MemoryDice(seed: plan.seed)))
    }

    func onArrival(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onArrival = body }
    }

    func onRoom(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onRoom = body }
    }

    /// Makes a counter that the reader may take; nil where this lane carries none.
    func shareCounter() -> SharedCounter? {
        guard plan.carriesMemory, let counter: SharedCounter = try? SharedCounter.create().counter else { return nil }
        state.withLock { $0.counter = counter }
        return counter
    }

    func takeCounter() -> SharedCounter? { state.withLock { $0.counter.take() } }

    /// Accepts as many bytes as there is room for.
    /// - Returns: how many were accepted, and whether the pipe broke with them; nil if nobody will read them.
    func put(_ bytes: ArraySlice<UInt8>, now: UInt64) -> (taken: Int, isCut: Bool)? {
        let (result, tell): ((taken: Int, isCut: Bool)?, (@Sendable () -> Void)?) = state.withLock { state in
            guard state.end == nil else { return (nil, nil) }
            var room: Int = max(plan.capacity - state.queued, 0)
            let left: Int = plan.cutAfter.map { $0 - state.written } ?? .max
            let isCut: Bool = left <= min(room, bytes.count)
            room = min(room, left, bytes.count)
            cut(bytes.prefix(room), into: &state, now: now)
            state.isWriterWaiting = room < bytes.count && !isCut
            if isCut { state.end = .failed("the pipe was cut after \(state.written) bytes") }
            return ((room, isCut), state.onArrival)
        }
        tell?()
        return result
    }

    private func cut(_ bytes: ArraySlice<UInt8>, into state: inout State, now: UInt64) {
        state.queued += bytes.count
        state.written += bytes.count
        var rest: ArraySlice<UInt8> = bytes
        while !rest.isEmpty {
            let length: Int =
                plan.longestPiece == 0 ? rest.count : min(Int.random(in: 1...plan.longestPiece, using: &state.dice), rest.count)
            let longest: Int64 = Int64(plan.longestDelay / .nanoseconds(1))
            let delay: Int64 = longest == 0 ? 0 : Int64.random(in: 0...longest, using: &state.dice)
            state.lastArrival = max(state.lastArrival, now + UInt64(delay))
            state.pieces.append(Piece(bytes: Array(rest.prefix(length)), arrival: state.lastArrival))
            rest = rest.dropFirst(length)
        }
    }

    /// Says that no more bytes follow.
    func close(_ end: PipeEnd) {
        let tell: (@Sendable () -> Void)? = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.onArrival
        }
        tell?()
    }

    /// Takes the next piece that has arrived.
    func take(now: UInt64) -> Step {
        let (step, tell): (Step, (@Sendable () -> Void)?) = state.withLock { state in
            guard let piece: Piece = state.pieces.first else { return (state.end.map(Step.end) ?? .nothing, nil) }
            guard piece.arrival <= now else { return (.later(.nanoseconds(Int64(piece.arrival - now))), nil) }
            state.pieces.removeFirst()
            state.queued -= piece.bytes.count
            defer { state.isWriterWaiting = false }
            return (.piece(piece.bytes), state.isWriterWaiting ? state.onRoom : nil)
        }
        tell?()
        return step
    }

    /// Takes everything that was written, arrived or not; nothing more can be written.
    func takeRest() -> [[UInt8]] {
        let (rest, tell): ([[UInt8]], (@Sendable () -> Void)?) = state.withLock { state in
            defer { (state.pieces, state.queued) = (Deque(), 0) }
            if state.end == nil { state.end = .endOfFile }
            return (state.pieces.map(\.bytes), state.onRoom)
        }
        tell?()
        return rest
    }

    /// The reader has gone: a waiting writer may stop waiting.
    func forget() {
        let tell: (@Sendable () -> Void)? = state.withLock { state in
            state.onArrival = nil
            state.pieces = Deque()
            state.queued = 0
            if state.end == nil { state.end = .endOfFile }
            return state.onRoom.take()
        }
        tell?()
    }
}
