import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

@Suite("Watching calls", .timeLimit(.minutes(1)))
struct CallWatchTests {
    @Test("calls are seen as they end, those of another board are not, and none once the watch is closed")
    func seen() async throws {
        try await withRig(.memory) { rig in
            let server: Server = try await rig.server(consumer: "tester")
            let client: EchoClient = rig.client()
            _ = try await client.echo(EchoPayload(bytes: []))
            let watch: CallWatch = try #require(try await rig.providerLoop.run { server.watch("echo") })
            _ = try await client.fan(EchoPayload(bytes: []))
            _ = try await client.echo(EchoPayload(bytes: Array(repeating: 7, count: 100)))
            let (calls, lost): ([SeenCall], UInt64) = try #require(await Self.next(watch, on: rig))
            try #require(calls.count == 1 && lost == 0)
            #expect(calls[0].board == "echo" && calls[0].consumer == "tester" && calls[0].end == .answered && calls[0].trace == nil)
            #expect(calls[0].inputBytes == 102 && calls[0].outputBytes == 102)
            try await rig.providerLoop.run { server.close(watch) }
            _ = try await client.echo(EchoPayload(bytes: []))
            let rest: Task<Bool, Never> = Task(executorPreference: rig.providerLoop) { await watch.next(10) == nil }
            rest.cancel()
            #expect(await rest.value)
        }
    }

    @Test("a watcher that is slow loses the oldest, and is told how many")
    func slow() async throws {
        try await withRig(.memory) { rig in
            var limits: Limits = .patient
            limits.callsOfWatch = 4
            let server: Server = try await rig.server(limits: limits)
            let client: EchoClient = rig.client()
            let watch: CallWatch = try #require(try await rig.providerLoop.run { server.watch(nil) })
            for count: Int in 1...7 { _ = try await client.echo(EchoPayload(bytes: Array(repeating: 7, count: count))) }
            let (calls, lost): ([SeenCall], UInt64) = try #require(await Self.next(watch, on: rig))
            #expect(lost == 3 && calls.map(\.outputBytes) == [6, 7, 8, 9])
        }
    }

    @Test("as many may watch as may, and one that leaves makes room")
    func limit() async throws {
        try await withRig(.memory) { rig in
            var limits: Limits = .patient
            limits.watchesOfServer = 2
            let server: Server = try await rig.server(limits: limits)
            try await rig.providerLoop.run {
                let first: CallWatch? = server.watch(nil)
                #expect(first != nil && server.watch(nil) != nil && server.watch(nil) == nil)
                if let first { server.close(first) }
                #expect(server.watch(nil) != nil)
            }
        }
    }

    @Test("a watch ends with its server")
    func end() async throws {
        try await withRig(.memory) { rig in
            let server: Server = try await rig.server()
            let watch: CallWatch = try #require(try await rig.providerLoop.run { server.watch(nil) })
            let waiting: Task<Bool, Never> = Task(executorPreference: rig.providerLoop) { await watch.next(10) == nil }
            server.close()
            #expect(await waiting.value)
        }
    }

    private static func next(_ watch: CallWatch, on rig: Rig) async -> (calls: [SeenCall], lost: UInt64)? {
        await Task(executorPreference: rig.providerLoop) { await watch.next(100) }.value
    }
}
