import Foundation
import Testing

extension RealSuites {
    /// Processes are replaced while they are called. `make replacements` does it a hundred times, and faster.
    @Suite("Replaced under load", .serialized, .timeLimit(.minutes(30)))
    struct ReplaceUnderLoadTests {
        /// How often each of those that keep a database.
        static let databaseReplacements: Int = number("REPLACEMENTS") ?? 3
        /// How often, and at how many calls a second.
        private static let replacements: Int = number("REPLACEMENTS") ?? 5
        private static let rate: Int = number("REPLACEMENTS_RATE") ?? 500
        private static let streams: Int = 16

        private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

        @Test("no call fails, none is carried out twice, and streams that never end go on")
        func echo() async throws {
            let home: URL = FileManager.default.temporaryDirectory.appending(path: "colonnade-replace-\(UUID().uuidString.prefix(8))")
            defer { try? FileManager.default.removeItem(at: home) }
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            let ledger: URL = home.appending(path: "state/echo/ledger")
            let launcher: URL = home.appending(path: "echo.yml")
            let echo: String = Suite.products.appending(path: "svc-echo").path()
            try Data(
                "launcher: load\nverticals:\n  echo: { executable: \(echo), environment: { ECHO_LEDGER: \(ledger.path()) } }\n".utf8
            ).write(to: launcher)
            let up: Finished = try await run(home, "up", "--detach", "--launcher", launcher.path())
            try #require(up.status == 0, "\(up.errors)")
            let load: EchoLoad = EchoLoad(socket: home.appending(path: "run/operator/echo.sock").path())
            async let called: EchoLoad.Account = load.run(rate: Self.rate, streams: Self.streams)
            var refusals: [String] = []
            for _: Int in 0..<Self.replacements {
                let replaced: Finished = try await run(home, "replace", "echo")
                if replaced.status != 0 { refusals.append(replaced.errors) }
            }
            load.end()
            let account: EchoLoad.Account = await called
            #expect(try await run(home, "down").status == 0)
            #expect(refusals == [])
            try check(account, ledger)
        }

        private func run(_ home: URL, _ arguments: String...) async throws -> Finished {
            try await Running(arguments, home: home, input: "").finished(within: .seconds(60))
        }

        /// The ledger knows nothing of the calls' answers: each answered call is in it, and none twice.
        private func check(_ account: EchoLoad.Account, _ ledger: URL) throws {
            let bytes: [UInt8] = Array(try Data(contentsOf: ledger))
            let effects: [Int64] = stride(from: 0, to: bytes.count - 7, by: 8).map { start in
                (0..<8).reduce(0) { $0 | Int64(bytes[start + $1]) << ($1 * 8) }
            }
            let doubled: Int = effects.count - Set(effects).count
            print(
                "\(Self.replacements) replacements: \(account.waits.count) calls answered, \(account.failures.count) failed, \(doubled) doubled;",
                "p50 \(account.wait(0.5)) ms, p99 \(account.wait(0.99)) ms, longest \(account.wait(1)) ms;",
                "\(Self.streams) streams gave \(account.outputs) outputs and moved \(account.moves) times")
            #expect(account.failures == [])
            #expect(account.answered.subtracting(effects).isEmpty, "answered, and not carried out")
            #expect(doubled == 0)
            #expect(account.waits.count > Self.replacements)
            #expect(account.moves >= Self.replacements, "the streams did not move")
        }
    }
}
