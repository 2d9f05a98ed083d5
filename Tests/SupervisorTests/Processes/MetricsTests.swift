import Foundation
import Testing

@Suite("What the suite has done", .timeLimit(.minutes(2)))
struct MetricsTests {
    /// Reads standard input as a stock parser does, and prints each sample of a family: `name|labels|value`.
    private static let parser: String = """
        import sys
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
        for family in text_string_to_metric_families(sys.stdin.read()):
            for sample in family.samples:
                labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
                print(f"{family.type}|{sample.name}|{labels}|{float(sample.value)}")
        """

    /// The samples of an OpenMetrics text, by a stock parser.
    static func samples(of text: String) async throws -> [String] {
        let result: Program.Result = try await Program.python.run(["-c", parser], input: text)
        #expect(result.status == 0, "\(result.error)")
        return result.lines
    }

    private static func upLedger() async throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        let programs: String = Program.folder
        let verticals: String =
            "  ledger: { executable: \(programs)/ledger-v1 }\n  echo: { executable: \(programs)/svc-echo, start: on-demand }"
        let up: Program.Result = try await suite.up(verticals)
        #expect(up.status == 0, "\(up.error)")
        for _: Int in 0..<3 { _ = try await suite.supervisor.run(["call", "ledger", "entry", "number=1"]) }
        return suite
    }

    @Test("is OpenMetrics, for a stock parser, and JSON")
    func text() async throws {
        let suite: TriedSuite = try await Self.upLedger()
        let metrics: Program.Result = try await suite.supervisor.run(["metrics"])
        #expect(metrics.status == 0 && metrics.output.hasSuffix("\n# EOF\n"), "\(metrics.error)")
        let samples: [String] = try await Self.samples(of: metrics.output)
        let edge: String = "board=Ledger.entry,consumer=operator"
        for wanted: String in [
            "stateset|colonnade_vertical_state|colonnade_vertical_state=ready,vertical=ledger|1.0",
            "counter|colonnade_vertical_restarts_total|vertical=ledger|0.0",
            "gauge|colonnade_vertical_answers|vertical=ledger|1.0",
            "gauge|colonnade_vertical_answers|vertical=echo|0.0",
            "counter|colonnade_calls_total|\(edge),vertical=ledger|3.0",
            "gauge|colonnade_calls_in_flight|\(edge),vertical=ledger|0.0",
            "histogram|colonnade_call_duration_seconds_bucket|\(edge),le=+Inf,vertical=ledger|3.0",
            "histogram|colonnade_call_duration_seconds_count|\(edge),vertical=ledger|3.0",
        ] { #expect(samples.contains(wanted), "\(wanted) is not in \(samples)") }
        #expect(try await suite.status("echo").state != "ready", "whoever looks starts nobody")
        let json: Program.Result = try await suite.supervisor.run(["metrics", "--json"])
        #expect(json.output.contains(#""board":"Ledger.entry","calls":3,"#), "\(json.output)")
        await suite.end()
    }

    @Test("status shows it, and does not wait for a daemon that stands still")
    func status() async throws {
        let suite: TriedSuite = try await Self.upLedger()
        let table: [String] = try await suite.supervisor.run(["status"]).lines
        #expect(table[0].split(separator: " ").map(String.init).starts(with: ["NAME", "STATE", "PID", "GEN", "UPTIME", "RESTARTS"]))
        #expect(table[0].contains("P99  IN FLIGHT  HOST"), "\(table[0])")
        let detail: String = try await suite.supervisor.run(["status", "ledger"]).output
        #expect(detail.contains("operator: Ledger.entry, 3 calls"), "\(detail)")
        #expect(try await suite.supervisor.run(["call", "echo", "echo", "bytes=aGk="]).status == 0)
        let pid: Int32 = try #require(try await suite.status("ledger").pid)
        kill(pid, SIGSTOP)
        // A busy machine may take longer than a daemon is waited for.
        let isShown: Bool = try await suite.eventually {
            let rates: [String: Any] = try await Self.rates(of: suite)
            return rates["ledger"] is NSNull && rates["echo"] is NSNumber
        }
        kill(pid, SIGCONT)
        #expect(isShown)
        await suite.end()
    }

    private static func rates(of suite: TriedSuite) async throws -> [String: Any] {
        let text: String = try await suite.supervisor.run(["status", "--json"]).output
        let report: [String: Any]? = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let verticals: [[String: Any]] = try #require(report?["verticals"] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: verticals.map { ($0["name"] as? String ?? "", $0["callsPerSecond"] ?? 0) })
    }

    @Test("is served by HTTP to this machine, within limits")
    func listener() async throws {
        let suite: TriedSuite = try await Self.upLedger()
        for wrong: String in ["0.0.0.0:9464", "127.0.0.1:0", "9464", "127.0.0.1:70000"] {
            let result: Program.Result = try await suite.supervisor.run(["metrics", "--listen", wrong])
            #expect(result.status == 2 && result.error.contains("127.0.0.1:PORT"), "\(result.error)")
        }
        let script: String = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "metrics_peer.py").path
        let peer: Program.Result = try await Program.python.run(["-B", script, "\(Program.folder)/svc-supervisor", suite.home])
        #expect(peer.status == 0, "\(peer.error)")
        await suite.end()
    }
}
