import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// Two ends with different contracts.
@Suite(.timeLimit(.minutes(5)))
struct ContractAtConnectTests {
    /// Echo's contract as another build might have it.
    static func changed(
        _ fingerprint: String, boards: (BoardDescriptor) -> BoardDescriptor? = { $0 }, types: (TypeDescriptor) -> TypeDescriptor = { $0 }
    ) -> ContractDescriptor {
        let own: ContractDescriptor = EchoContract.descriptor
        return ContractDescriptor(
            name: own.name, fingerprint: fingerprint, refusal: own.refusal, boards: own.boards.compactMap(boards),
            types: own.types.map(types), reserved: own.reserved)
    }

    @Test(arguments: Carrier.allCases)
    func anAdditiveChangePassesAndBoardsGoByName(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            // The consumer knows `echo` by another number, and has no `count`.
            let contract: ContractDescriptor = Self.changed(
                "other",
                boards: { board in
                    if board.name == "count" { return nil }
                    guard board.name == "echo" else { return board }
                    return BoardDescriptor(name: "echo", number: 77, input: board.input, output: board.output, idempotent: true)
                })
            let connector: Connector = rig.connector(contract: contract)
            let body: [UInt8] = EchoPayload(bytes: [4, 2]).encoded()
            // Sent behind HELLO, held while the contracts are compared.
            async let first: ReceivedMessage = connector.call(CallRequest(board: 77, body: body, isIdempotent: true))
            async let second: ReceivedMessage = connector.call(CallRequest(board: 77, body: body, isIdempotent: true))
            #expect(try await first.joined == body)
            #expect(try await second.joined == body)
            let error: CallError? = await #expect(throws: CallError.self) {
                try await connector.call(CallRequest(board: 2, body: [], isIdempotent: true))
            }
            guard case .fault(let fault) = error else { return }
            #expect(fault.code == .unimplemented, "count is not among the boards that were compared")
        }
    }

    @Test(arguments: Carrier.allCases)
    func aBreakingChangeIsRefusedWithTheList(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let calls: Counter = Counter()
            _ = try await rig.server(
                ScriptedEcho(onEcho: { payload in
                    calls.add()
                    return payload
                }))
            let contract: ContractDescriptor = Self.changed(
                "other",
                boards: { $0.name == "echo" ? BoardDescriptor(name: "sing", number: 1, input: $0.input, output: $0.output) : $0 },
                types: { type in
                    guard type.name == "CountRequest" else { return type }
                    return TypeDescriptor(name: type.name, fields: [FieldDescriptor(name: "count", number: 1, type: "String")])
                })
            let client: EchoClient = EchoClient(rig.connector(contract: contract))
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await client.echo(EchoPayload(bytes: [])) }
            #expect(failure?.fault?.code == .incompatible)
            #expect(failure?.outcome == .notDispatched)
            #expect(
                failure?.fault?.message == """
                    The Echo that tester was built with does not fit the one that echo serves. \
                    Build tester from the interface that echo has now, or go back to the echo before.
                    - Echo.sing: echo has no such board, and tester calls it [board-removed]
                    - Echo.count: tester writes Input.count (CountRequest.count) as String, and echo reads Int [field-type-changed]
                    """)
            #expect(calls.value == 0)
        }
    }

    @Test func whoIsOlderIsToldToWait() async throws {
        try await withRig(.memory) { rig in
            _ = try await rig.server()
            let contract: ContractDescriptor = Self.changed(
                "other",
                types: { type in
                    guard type.name == "EchoPayload" else { return type }
                    return TypeDescriptor(
                        name: type.name, fields: type.fields + [FieldDescriptor(name: "colour", number: 9, type: "String")])
                })
            let client: EchoClient = EchoClient(rig.connector(contract: contract))
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await client.echo(EchoPayload(bytes: [])) }
            guard case .incompatible(let fault)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(
                fault.message == """
                    The Echo that tester was built with does not fit the one that echo serves. \
                    Roll out the echo that tester was built for.
                    - Echo.echo: tester needs Output.colour (EchoPayload.colour), and echo does not send it [output-field-added]
                    """)
        }
    }

    @Test func aLongListIsCut() async throws {
        try await withRig(.memory) { rig in
            _ = try await rig.server()
            let name: String = String(repeating: "n", count: 900)
            let boards: [BoardDescriptor] = (1...60).map {
                BoardDescriptor(name: "\(name)\($0)", number: UInt32($0), input: "Void", output: "Void")
            }
            let own: ContractDescriptor = EchoContract.descriptor
            let contract: ContractDescriptor = ContractDescriptor(name: own.name, fingerprint: "other", boards: boards)
            let client: EchoClient = EchoClient(rig.connector(contract: contract))
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await client.echo(EchoPayload(bytes: [])) }
            let lines: [Substring] = failure?.fault?.message.split(separator: "\n") ?? []
            #expect(lines.count == 52)
            #expect(lines.last == "- … and 10 more.")
            #expect(lines.dropFirst().first?.hasSuffix("nnn… [board-removed]") == true)
        }
    }
}
