/// What a caller goes on saying to a board that it has activated.
///
/// The caller makes one, hands it to the board and sends; the board iterates it. Sending waits while the board has not
/// caught up, so a fast caller can not fill a slow board's memory.
public struct Commands<Command: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Command
    /// The commands were cut off: the caller cancelled, or is gone.
    public typealias Failure = CommandsInterrupted

    let queue: CommandQueue<Command>

    /// Commands that are sent as the conversation goes.
    /// - Parameter capacity: how many may wait for the board, 1 or more.
    public init(capacity: Int = 16) {
        queue = CommandQueue(capacity: capacity)
    }

    /// Sends one command, once there is room.
    /// - Throws: CancellationError where the board has ended, or this task was cancelled.
    public func send(_ command: Command) async throws(CancellationError) {
        try await queue.send(command)
    }

    /// Says that no more follow.
    public func finish() {
        queue.finish(.finished)
    }

    /// Calls `wake` once, when a command has come or no more follow: a board that has nothing to do until then needs no task that waits. It
    /// takes the place of one before.
    /// - Returns: false where that is so already: iterating does not wait, and `wake` is not called.
    public func rest(until wake: @escaping @Sendable () -> Void) -> Bool {
        queue.rest(until: wake)
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(queue: queue)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let queue: CommandQueue<Command>

        /// The next command, or nil once the caller has finished.
        public mutating func next() async throws(CommandsInterrupted) -> Command? {
            try await queue.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(CommandsInterrupted) -> Command? {
            try await queue.next()
        }
    }
}

/// The caller cancelled, or is gone before it said that it was finished.
public struct CommandsInterrupted: Error, Sendable {
    /// The error that iterating commands ends with where they were cut off.
    public init() {}
}

extension ServedCall {
    /// The commands of this activation, decoded as they come; credit is granted as the board takes them.
    /// - Parameter window: how many may wait for the board; nil for what the provider grants at first.
    public func commands<Command: Sendable>(
        window: Int? = nil,
        decode: @escaping @Sendable (inout WireReader) throws(WireError) -> Command
    ) -> Commands<Command> {
        let commands: Commands<Command> = Commands(capacity: window ?? commandWindow)
        commands.queue.onTaken { [weak self] in self?.commandTaken() }
        receiveCommands { [queue = commands.queue] (reader: inout WireReader) throws(WireError) in
            queue.push(try decode(&reader))
        } onEnd: { [queue = commands.queue] end in
            queue.finish(end)
        }
        return commands
    }
}
