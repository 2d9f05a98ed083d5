internal import ColonnadeContract

extension ProviderConnection {
    /// Processes one received frame.
    mutating func receive(_ header: FrameHeader, _ body: FrameBody) -> ProviderAction<Call> {
        if phase == .closed { return .nothing }
        do throws(BrokenRule) {
            if phase == .awaitingHello, header.type != .hello { throw BrokenRule("hello comes first, not \(header.type)") }
            if let violation: Violation = header.brokenRule { return .violated(violation) }
            if case .judging(let isDescribing) = phase { return try receive(header, body, whileDescribing: isDescribing) }
            return header.stream == 0 ? try receiveOnConnection(header.type, body) : try receive(header, onStream: body)
        } catch {
            return .violated(error.violation)
        }
    }

    // MARK: The connection itself

    private mutating func receiveOnConnection(_ type: FrameType, _ body: FrameBody) throws(BrokenRule) -> ProviderAction<Call> {
        switch type {
        case .hello:
            guard phase == .awaitingHello else { throw BrokenRule("a second hello") }
            guard body.count <= limits.handshakeBytes else {
                throw BrokenRule("hello has \(body.count) bytes; the limit is \(limits.handshakeBytes)")
            }
            let hello: Hello = try decodeBody(type, body)
            phase = .judging(isDescribing: false)
            peerLimits = hello.limits
            return .judge(hello)
        case .ping:
            guard let payload: UInt64 = pingPayload(body) else { throw BrokenRule("ping has 8 bytes, not \(body.count)") }
            return .pong(payload)
        case .pong:
            guard let payload: UInt64 = pingPayload(body) else { throw BrokenRule("pong has 8 bytes, not \(body.count)") }
            return drain == .announced && payload == Self.drainPing ? .drainAnswered : .nothing
        case .fail: return .ended(Fault(try decodeBody(type, body, as: Fail.self)))
        case .describe, .reject: throw BrokenRule("\(type) after welcome")
        default: throw BrokenRule("\(type) is not for a consumer to send")
        }
    }

    /// Between HELLO and WELCOME: frames of streams are kept, within the limits.
    private mutating func receive(
        _ header: FrameHeader, _ body: FrameBody, whileDescribing isDescribing: Bool
    ) throws(BrokenRule) -> ProviderAction<Call> {
        switch header.type {
        case .ping, .pong, .hello, .welcome, .drain: return try receiveOnConnection(header.type, body)
        case .fail where header.stream == 0: return try receiveOnConnection(header.type, body)
        case .reject: return .rejected(try decodeBody(header.type, body))
        case .describe:
            guard isDescribing else { throw BrokenRule("describe that nobody asked for") }
            guard body.count <= limits.describeBytes else {
                throw BrokenRule("describe has \(body.count) bytes; the limit is \(limits.describeBytes)")
            }
            guard let contract: ContractDescriptor = try decodeBody(header.type, body, as: Describe.self).contract else {
                throw BrokenRule("describe without a contract")
            }
            return .described(contract)
        case .command: throw BrokenRule("a command on stream \(header.stream) before welcome has no credit")
        default:
            held.bytes += FrameHeader.size + body.count
            if header.type == .activate { held.streams += 1 }
            guard held.streams <= limits.streamsBeforeWelcome else {
                throw BrokenRule("more than \(limits.streamsBeforeWelcome) activations before welcome")
            }
            guard held.bytes <= limits.bytesBeforeWelcome else {
                throw BrokenRule("more than \(limits.bytesBeforeWelcome) bytes before welcome")
            }
            return .hold
        }
    }

    // MARK: Streams

    private mutating func receive(_ header: FrameHeader, onStream body: FrameBody) throws(BrokenRule) -> ProviderAction<Call> {
        switch header.type {
        case .activate: return try receiveActivate(header, body)
        case .command, .credit, .cancel, .finish: break
        default: throw BrokenRule("\(header.type) is not for a consumer to send")
        }
        guard header.stream <= lastStream else { throw BrokenRule("\(header.type) on stream \(header.stream), which was never opened") }
        // The frame is late, for a stream that has ended. It must still parse.
        switch header.type {
        case .command: return try receiveCommand(header)
        case .credit: return try receiveCredit(header.stream, decodeBody(header.type, body))
        case .finish:
            let call: Call? =
                streams.update(header.stream) { stream in
                    defer { stream.isEnded = true }
                    return stream.isEnded ? nil : stream.call
                } ?? nil
            return call.map(ProviderAction.commandsFinished) ?? .nothing
        default:
            let call: Call? =
                streams.update(header.stream) { stream in
                    defer { (stream.isEnded, stream.isCancelled) = (true, true) }
                    return stream.isCancelled ? nil : stream.call
                } ?? nil
            return call.map(ProviderAction.cancel) ?? .nothing
        }
    }

    private mutating func receiveActivate(_ header: FrameHeader, _ body: FrameBody) throws(BrokenRule) -> ProviderAction<Call> {
        guard header.stream > lastStream else {
            throw BrokenRule("stream \(header.stream) goes backwards; the last one was \(lastStream)")
        }
        guard header.stream == lastStream + 1 else {
            throw BrokenRule("stream \(header.stream) leaves numbers out; the last one was \(lastStream)")
        }
        lastStream = header.stream
        // DRAIN 2 has answered streams above the last: the consumer sends them again elsewhere.
        if case .stopped = drain { return .nothing }
        guard streams.count < limits.streams else {
            return .decline(
                stream: header.stream, board: header.board,
                Fault(.exhausted, "\(limits.streams) activations are open on this connection, which is the limit.", outcome: .notDispatched)
            )
        }
        return opening(header, body)
    }

    /// Reads and checks the metadata, which is short, and finds where the Input begins.
    private func opening(_ header: FrameHeader, _ body: FrameBody) -> ProviderAction<Call> {
        var metadata: CallMetadata = CallMetadata()
        var offset: Int = 0
        if header.flags.contains(.metadata) {
            do {
                (metadata, offset) = try readMetadata(body)
            } catch {
                return .decline(stream: header.stream, board: header.board, error)
            }
        }
        return .activate(
            Opening(
                stream: header.stream, board: header.board, isEnded: header.flags.contains(.end), inputOffset: UInt32(offset),
                metadata: metadata))
    }

    private func readMetadata(_ body: FrameBody) throws(Fault) -> (CallMetadata, Int) {
        do {
            var reader: WireReader = WireReader(body.bytes)
            let length: UInt64 = try reader.varint()
            guard length <= UInt64(limits.metadataBytes) else {
                throw Fault(
                    .tooLarge, "The call's metadata has \(length) bytes; \(limits.metadataBytes) are allowed.", outcome: .notDispatched)
            }
            guard Int(length) <= body.bytes.count - reader.offset else { throw WireError.truncated }
            let end: Int = reader.offset + Int(length)
            return (CallMetadata(try Metadata(decoding: body.bytes.extracting(reader.offset..<end))), end)
        } catch let error as Fault {
            throw error
        } catch {
            throw Fault(.invalid, "The metadata does not parse: \(error).", outcome: .notDispatched)
        }
    }

    private mutating func receiveCommand(_ header: FrameHeader) throws(BrokenRule) -> ProviderAction<Call> {
        let isLast: Bool = header.flags.contains(.end)
        guard let stream: Stream = streams[header.stream] else { return .nothing }
        if stream.isCancelled { return .nothing }
        guard !stream.isEnded else { throw BrokenRule("a command on stream \(header.stream) after its end") }
        guard stream.commandCredit > 0 else { throw BrokenRule("a command on stream \(header.stream) has no credit") }
        _ = streams.update(header.stream) { stream in
            stream.commandCredit -= 1
            stream.isEnded = isLast
        }
        return .command(stream.call, stream: header.stream, isLast: isLast)
    }

    private mutating func receiveCredit(_ number: UInt32, _ credit: Credit) throws(BrokenRule) -> ProviderAction<Call> {
        guard credit.count > 0 else { throw BrokenRule("credit of 0 on stream \(number)") }
        let granted: (sum: UInt64, call: Call?)? = streams.update(number) { stream in
            let call: Call? = stream.outputCredit == 0 && !stream.isCancelled ? stream.call : nil
            // Both are at most 2^32 - 1.
            stream.outputCredit += UInt64(credit.count)
            return (stream.outputCredit, call)
        }
        guard let granted else { return .nothing }
        guard granted.sum <= UInt64(UInt32.max) else {
            throw BrokenRule("the credit of stream \(number) adds up to \(granted.sum); \(UInt32.max) is the most")
        }
        return granted.call.map(ProviderAction.outputsGranted) ?? .nothing
    }
}

extension CallMetadata {
    /// Reads the metadata in front of an Input.
    init(_ metadata: Metadata) {
        self.init(
            deadline: metadata.deadline, traceparent: metadata.traceparent, session: metadata.session,
            idempotencyKey: metadata.idempotencyKey, attempt: metadata.attempt ?? 1)
    }
}

extension Metadata {
    /// The part of `metadata` that must be sent; nil if nothing differs from a call without metadata.
    init?(_ metadata: CallMetadata, attempt: UInt32) {
        guard !metadata.isPlain || attempt > 1 else { return nil }
        self.init(
            deadline: metadata.deadline, traceparent: metadata.traceparent, session: metadata.session,
            idempotencyKey: metadata.idempotencyKey, attempt: attempt > 1 ? attempt : nil)
    }
}
