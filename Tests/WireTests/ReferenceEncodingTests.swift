import ColonnadeContract
import ColonnadeWire
import Testing

/// Bodies are the bytes that stock protoc makes of the same values, and are read from its bytes.
@Suite struct ReferenceEncodingTests {
    private let limits: PeerLimits = PeerLimits(frameBytes: 16_777_216, streams: 0, outputCredit: 64)
    private let limitsText: String = "limits { frame_bytes: 16777216 streams: 0 output_credit: 64 }"

    private func check<Message: WireMessage & Equatable>(_ message: Message, _ text: String) throws {
        let reference: [UInt8] = try Protoc.run(["--encode=colonnade.wire.\(Message.self)", "wire.proto"], input: text)
        #expect(message.encoded() == reference)
        #expect(try Message(decoding: reference.span) == message)
    }

    @Test func handshake() throws {
        try check(
            Hello(consumer: "operator", provider: "maps", instance: "é", fingerprint: "", limits: limits),
            "version: 1 consumer: 'operator' provider: 'maps' instance: 'é' fingerprint: '' \(limitsText)")
        try check(
            Welcome(provider: "maps", generation: .max, fingerprint: "ab", limits: limits),
            "provider: 'maps' generation: 18446744073709551615 fingerprint: 'ab' \(limitsText)")
        try check(
            Reject(code: 9, message: "no", incompatibilities: ["a", ""], retryAfter: .seconds(-1)),
            "code: 9 message: 'no' incompatibilities: 'a' incompatibilities: '' retry_after: -1000000000")
        try check(Reject(code: 1, message: ""), "code: 1 message: ''")
    }

    @Test func descriptions() throws {
        try check(Describe(), "")
        let field: FieldDescriptor = FieldDescriptor(name: "_0", number: 1, type: "String")
        let contract: ContractDescriptor = ContractDescriptor(
            name: "Maps", fingerprint: "f", refusal: "R",
            boards: [BoardDescriptor(name: "b", number: 300, input: "String", output: "Void", many: true, command: "Int")],
            types: [
                TypeDescriptor(name: "K", cases: [CaseDescriptor(name: "c", number: 1, values: [field])], open: true),
                TypeDescriptor(name: "E", cases: []), TypeDescriptor(name: "S", fields: [field], reserved: [1, 300]),
            ], reserved: [2])
        let fieldText: String = "{ name: '_0' number: 1 type: 'String' documentation: '' }"
        try check(
            Describe(contract: contract),
            """
            contract { name: 'Maps' fingerprint: 'f' refusal: 'R' boards { name: 'b' number: 300 documentation: '' input: 'String'
            output: 'Void' many: true command: 'Int' idempotent: false }
            types { name: 'K' documentation: '' cases { value { name: 'c' number: 1 documentation: '' values \(fieldText) } } open: true }
            types { name: 'E' documentation: '' cases { } open: false }
            types { name: 'S' documentation: '' fields \(fieldText) open: false reserved: 1 reserved: 300 } reserved: 2 }
            """)
    }

    @Test func streams() throws {
        try check(Metadata(), "")
        try check(
            Metadata(deadline: 1 << 40, traceparent: "00-a", session: "s", idempotencyKey: "k", attempt: 2),
            "deadline: 1099511627776 traceparent: '00-a' session: 's' idempotency_key: 'k' attempt: 2")
        try check(Complete(done: false), "done: false")
        try check(
            Fail(code: 11, message: "m", outcome: 2, report: FailReport(id: "r", signal: 9, status: nil, generation: 3)),
            "code: 11 message: 'm' outcome: 2 report { id: 'r' signal: 9 generation: 3 }")
        try check(
            Fail(
                code: 1, message: "", outcome: 1, retryAfter: .milliseconds(5),
                report: FailReport(id: "", signal: nil, status: -1, generation: 0)),
            "code: 1 message: '' outcome: 1 retry_after: 5000000 report { id: '' status: -1 generation: 0 }")
        try check(Credit(count: 64), "count: 64")
        try check(Drain(phase: 1), "phase: 1")
        try check(Drain(phase: 2, lastStream: 0), "phase: 2 last_stream: 0")
    }
}
