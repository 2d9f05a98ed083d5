internal import ColonnadeContract

/// A broken rule of the wire: the peer is told on stream 0, and the connection ends.
struct Violation: Equatable, Sendable {
    /// ``FailureCode/violation``, or ``FailureCode/tooLarge`` for a frame over the limit.
    let code: FailureCode
    /// One sentence, without the final full stop.
    let message: String

    init(_ message: String, code: FailureCode = .violation) {
        self.code = code
        self.message = message
    }

    init(_ error: FrameError) {
        if case .tooLong = error {
            self.init(error.description, code: .tooLarge)
        } else {
            self.init(error.description)
        }
    }
}

extension FrameHeader {
    /// What is wrong with the flags or the stream number of a frame of this type, whoever sends it.
    var brokenRule: Violation? {
        switch type {
        case .hello, .welcome, .reject, .describe, .ping, .pong, .drain:
            if stream != 0 { return Violation("\(type) belongs to stream 0, not to stream \(stream)") }
            return flags.isEmpty ? nil : Violation("\(type) takes no flags")
        case .activate:
            return stream == 0 ? Violation("activate without a stream") : nil
        case .output, .command:
            if stream == 0 { return Violation("\(type) without a stream") }
            return flags.isSubset(of: .end) ? nil : Violation("\(type) takes no metadata")
        case .complete, .refuse, .cancel, .finish:
            if stream == 0 { return Violation("\(type) without a stream") }
            return flags == .end ? nil : Violation("\(type) is sent with END and no other flag")
        case .fail:
            return flags == .end || stream == 0 && flags.isEmpty
                ? nil : Violation("fail is sent with END and no other flag")
        case .credit:
            if stream == 0 { return Violation("credit without a stream") }
            return flags.isEmpty ? nil : Violation("credit takes no flags")
        }
    }
}

/// The payload of a PING or PONG as a number; nil unless it has eight bytes.
func pingPayload(_ frame: FrameBody) -> UInt64? {
    let body: Span<UInt8> = frame.bytes
    guard frame.count == 8 else { return nil }
    var payload: UInt64 = 0
    for index: Int in 0..<8 { payload |= UInt64(body[index]) << UInt64(8 * index) }
    return payload
}

/// Decodes a message that must fill the whole body.
func decodeBody<Message: WireMessage>(
    _ type: FrameType, _ body: FrameBody, as message: Message.Type = Message.self
) throws(BrokenRule) -> Message {
    do {
        return try Message(decoding: body)
    } catch {
        throw BrokenRule(Violation("the body of \(type) does not parse: \(error)"))
    }
}

/// Carries a violation out of the functions that parse a frame.
struct BrokenRule: Error {
    let violation: Violation

    init(_ violation: Violation) {
        self.violation = violation
    }

    init(_ message: String) {
        violation = Violation(message)
    }
}
