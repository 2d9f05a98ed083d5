extension Template {
    /// What a new vertical promises, and that a crash takes nothing back.
    static let tests: [Template] = [
        Template(
            "Tests/__Name__Tests/__Name__ContractTests.swift",
            #"""
            import Colonnade
            import ColonnadeTesting
            import __Name__
            import __Name__IO
            import Testing

            @Suite("What __name__ promises, whichever way it is reached", .timeLimit(.minutes(2)))
            struct __Name__ContractTests {
                private static let key: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

                @Test("An entry is kept once, however often it is sent", arguments: Way.allCases)
                func keeps(_ way: Way) async throws {
                    try await withVertical(__Name__LauncherPlugin(), by: way) { try await Self.keeps(Self.client(of: $0)) }
                }

                private static func keeps(_ client: __Name__Client) async throws {
                    let entry: __Name__Entry = __Name__Entry(key: key, text: "first")
                    let receipt: __Name__Receipt = __Name__Receipt(number: 1, text: "first")
                    #expect(try await client.keep(entry) == receipt)
                    #expect(try await client.keep(entry) == receipt)
                    #expect(try await client.keep(__Name__Entry(key: UUID(), text: "second")).number == 2)
                }

                @Test("What it can not keep it refuses, with its own type", arguments: Way.allCases)
                func refuses(_ way: Way) async throws {
                    let configuration: __Name__Configuration = __Name__Configuration(textLimit: 5)
                    try await withVertical(__Name__LauncherPlugin(), by: way, configuration: configuration) {
                        try await Self.refuses(Self.client(of: $0))
                    }
                }

                private static func refuses(_ client: __Name__Client) async throws {
                    _ = try await client.keep(__Name__Entry(key: key, text: "first"))
                    for text: String in ["", "longer"] {
                        let entry: __Name__Entry = __Name__Entry(key: UUID(), text: text)
                        #expect(try await refusal { _ = try await client.keep(entry) } == .invalidText(limit: 5))
                    }
                    let other: __Name__Entry = __Name__Entry(key: key, text: "other")
                    #expect(try await refusal { _ = try await client.keep(other) } == .keyTaken)
                }

                private static func client(of vertical: VerticalUnderTest) -> __Name__Client {
                    __Name__Client(vertical.channel(to: __Name__Contract.descriptor))
                }

                /// What a call is refused for; nil where it is not.
                private static func refusal(_ call: () async throws -> Void) async throws -> __Name__Refusal? {
                    do {
                        try await call()
                        return nil
                    } catch CallFailure<__Name__Refusal>.refused(let refusal) {
                        return refusal
                    }
                }
            }
            """#),
        Template(
            "Tests/__Name__Tests/__Name__CrashTests.swift",
            #"""
            import Colonnade
            import ColonnadeTesting
            import __Name__IO
            import Testing

            @Suite("svc-__name__, as a process", .timeLimit(.minutes(2)))
            struct __Name__CrashTests {
                @Test("What it confirmed is there after kill -9, and it ends well when it is told to")
                func keepsWhatItConfirmed() async throws {
                    let entry: __Name__Entry = __Name__Entry(key: UUID(), text: "kept")
                    let first: DaemonProcess = try await DaemonProcess.start("svc-__name__")
                    let receipt: __Name__Receipt = try await client(of: first).keep(entry)
                    #expect(try await first.kill() == .signalled(9))

                    let second: DaemonProcess = try await DaemonProcess.start("svc-__name__", home: first.home)
                    #expect(try await client(of: second).keep(entry) == receipt)
                    let next: __Name__Receipt = try await client(of: second).keep(__Name__Entry(key: UUID(), text: "next"))
                    #expect(next.number == receipt.number + 1)
                    #expect(try await second.stop() == .exited(0))
                }

                private func client(of daemon: DaemonProcess) -> __Name__Client {
                    __Name__Client(daemon.channel(to: __Name__Contract.descriptor))
                }
            }
            """#),
    ]
}
