import ColonnadeContract
import ColonnadeWire

extension FuzzTarget {
    private static let limits: PeerLimits = PeerLimits(frameBytes: 16 << 20, streams: 10_000, outputCredit: 64)

    /// Every body of a frame that the wire itself defines.
    static var bodies: [FuzzTarget] {
        let hello: Hello = Hello(consumer: "a", provider: "b", instance: "c", fingerprint: "d", limits: limits)
        return [
            message(Hello.self, seeds: [hello]),
            message(Welcome.self, seeds: [Welcome(provider: "b", generation: 1 << 40, fingerprint: "d", limits: limits)]),
            message(Reject.self, seeds: [Reject(code: 9, message: "no", incompatibilities: ["x", ""], retryAfter: .seconds(-1))]),
            message(Describe.self, seeds: [Describe(), Describe(contract: contract)]),
            message(
                Metadata.self,
                seeds: [Metadata(), Metadata(deadline: .max, traceparent: "t", session: "s", idempotencyKey: "k", attempt: 2)]),
            message(Complete.self, seeds: [Complete(done: true)]),
            message(
                Fail.self,
                seeds: [
                    Fail(
                        code: 11, message: "crashed", outcome: 2, retryAfter: .milliseconds(5),
                        report: FailReport(id: "r", signal: 9, status: nil, generation: 3))
                ]),
            message(Credit.self, seeds: [Credit(count: 64)]),
            message(Drain.self, seeds: [Drain(phase: 1), Drain(phase: 2, lastStream: 0)]),
        ]
    }

    private static var contract: ContractDescriptor {
        let field: FieldDescriptor = FieldDescriptor(name: "_0", number: 1, type: "[String: Int?]")
        return ContractDescriptor(
            name: "Maps", fingerprint: "f", refusal: "MapsRefusal",
            boards: [BoardDescriptor(name: "place", number: 300, input: "String", output: "Place?", command: "Void")],
            types: [
                TypeDescriptor(name: "Place", fields: [field], reserved: [1, 2, 300]),
                TypeDescriptor(name: "Kind", cases: [CaseDescriptor(name: "clinic", number: 1, values: [field])], open: true),
                TypeDescriptor(name: "Empty", cases: []),
            ])
    }
}
