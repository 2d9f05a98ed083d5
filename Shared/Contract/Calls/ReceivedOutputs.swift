private import Synchronization

/// The outputs of an activation that a transport carries, decoded one by one.
final class ReceivedOutputs<Element: Sendable, Refused: Refusal>: OutputReceiver {
    typealias Failure = CallFailure<Refused>

    private let stream: any CallStream
    private let decode: @Sendable (inout WireReader) throws(WireError) -> Element
    private let decodeRefusal: @Sendable ([UInt8]) -> Failure
    /// An output that did not decode, for ``next()`` to say so.
    private let misfit: Mutex<[UInt8]?> = Mutex(nil)
    /// Ends the caller's commands, with the activation.
    private let endCommands: @Sendable () -> Void

    init(
        _ stream: any CallStream, decode: @escaping @Sendable (inout WireReader) throws(WireError) -> Element,
        decodeRefusal: @escaping @Sendable ([UInt8]) -> Failure, endCommands: @escaping @Sendable () -> Void
    ) {
        self.stream = stream
        self.decode = decode
        self.decodeRefusal = decodeRefusal
        self.endCommands = endCommands
    }

    var completion: Completion? { stream.completion }

    func next() async throws(Failure) -> Element? {
        if let bytes: [UInt8] = misfit.withLock({ $0.take() }) { return try decoded(bytes) }
        let bytes: [UInt8]?
        do {
            bytes = try await stream.next()
        } catch {
            endCommands()
            switch error {
            case .refused(let refusal): throw decodeRefusal(refusal)
            case .fault(let fault): throw Failure(fault)
            }
        }
        guard let bytes else {
            endCommands()
            return nil
        }
        return try decoded(bytes)
    }

    func rest(until wake: @escaping @Sendable () -> Void) -> Bool {
        misfit.withLock { $0 == nil } && stream.rest(until: wake)
    }

    /// Neither throws nor gives an Optional: the runtime would look up the types of both for each output.
    func ready(_ take: (Element) -> Void) -> Bool {
        guard let bytes: [UInt8] = stream.ready() else { return false }
        guard reads(bytes, take) else {
            keepMisfit(bytes)
            return false
        }
        stream.recycle(consume bytes)
        return true
    }

    private func reads(_ bytes: borrowing [UInt8], _ take: (Element) -> Void) -> Bool {
        do {
            var reader: WireReader = WireReader(bytes.span)
            take(try decode(&reader))
            return true
        } catch {
            return false
        }
    }

    /// A function of its own: a closure that keeps the bytes would share them, and their memory could not be given back.
    private func keepMisfit(_ bytes: [UInt8]) {
        misfit.withLock { $0 = bytes }
    }

    private func decoded(_ bytes: consuming [UInt8]) throws(Failure) -> Element {
        let element: Element
        do {
            var reader: WireReader = WireReader(bytes.span)
            element = try decode(&reader)
        } catch {
            cancel()
            throw .failed(Fault(.violation, "The provider's output does not fit the contract: \(error).", outcome: .done))
        }
        stream.recycle(bytes)
        return element
    }

    func cancel() {
        stream.cancel()
        endCommands()
    }
}

extension OutputSequence {
    /// The outputs of a board behind a channel. The activation, and the sending of `commands`, start with iterating.
    public init<Command: Sendable>(
        calling channel: any Channel, _ request: CallRequest, commands: Commands<Command>?,
        encodeCommand: @escaping @Sendable (Command) -> [UInt8],
        decode: @escaping @Sendable (inout WireReader) throws(WireError) -> Element,
        decodeRefusal: @escaping @Sendable ([UInt8]) -> Failure
    ) {
        self.init(receiving: {
            let stream: any CallStream = channel.open(request, takesCommands: commands != nil)
            if let queue = commands?.queue, !queue.rest(until: { [weak queue] in queue?.pump(into: stream, encode: encodeCommand) }) {
                queue.pump(into: stream, encode: encodeCommand)
            }
            return ReceivedOutputs<Element, Refused>(stream, decode: decode, decodeRefusal: decodeRefusal) {
                commands?.queue.finish(.interrupted)
            }
        })
    }
}

extension CommandQueue {
    /// Sends what is queued, and the end, by a task that there is only while there is any: an idle conversation costs none.
    fileprivate func pump(into stream: any CallStream, encode: @escaping @Sendable (Element) -> [UInt8]) {
        Task.detached { [weak self] in await self?.send(into: stream, encode: encode) }
    }

    private func send(into stream: any CallStream, encode: @escaping @Sendable (Element) -> [UInt8]) async {
        do {
            while !rest(until: { [weak self] in self?.pump(into: stream, encode: encode) }) {
                guard let command: Element = try await next() else { return stream.finishCommands() }
                try await stream.send(command: encode(command))
            }
        } catch {
            // The activation has ended, and its end reaches the caller as the end of the outputs; or the caller cut the commands off, which
            // ends the activation.
            finish(.interrupted)
            stream.cancel()
        }
    }
}
