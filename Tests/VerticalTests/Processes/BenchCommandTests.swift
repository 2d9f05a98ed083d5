import Colonnade
import ColonnadeEventLoop
import FoundationEssentials
import Testing

@Suite("svc-echo bench, as a process")
struct BenchCommandTests {
    /// The line that tools read.
    private struct Line: Decodable {
        let mode: String
        let calls: Int
        let seconds: Double
        let p50Us: Double
        let p99Us: Double
        let p999Us: Double
        let callsPerS: Double
        let mbPerS: Double
        let errors: Int
    }

    @Test(
        "Every mode measures a plain svc-echo, and prints one line of JSON",
        arguments: ["rtt64", "pipe64", "conc64", "big1m", "stream", "fan"])
    func modes(mode: String) async throws {
        try await measure(mode, server: ["--socket", "e.sock", "--state", "state"])
    }

    @Test("The floor is measured in the same way, in the modes that it has", arguments: ["rtt64", "pipe64", "conc64"])
    func floor(mode: String) async throws {
        try await measure(mode, server: ["--floor", "--socket", "e.sock"], options: ["--floor"])
    }

    private func measure(_ mode: String, server: [String], options: [String] = []) async throws {
        try await withDaemon { daemon in
            try daemon.start(server)
            try await daemon.becomesReady()
            let bench: DaemonUnderTest = DaemonUnderTest(loop: daemon.loop, home: daemon.home)
            let calls: Int = mode == "big1m" ? 3 : 500
            try bench.start(["bench", "--socket", "e.sock", "--mode", mode, "--calls", "\(calls)", "--json"] + options)
            #expect(try await bench.exit() == .exited(0))
            bench.signal(9)
            let text: String = try await bench.text(bench.output)
            #expect(text.split(separator: "\n").count == 1)
            let decoder: JSONDecoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let line: Line = try decoder.decode(Line.self, from: Data(text.utf8))
            #expect(line.mode == mode && line.calls == calls && line.errors == 0)
            #expect(line.seconds > 0 && line.callsPerS > 0 && line.mbPerS > 0)
            #expect(line.p50Us <= line.p99Us && line.p99Us <= line.p999Us)
        }
    }
}
