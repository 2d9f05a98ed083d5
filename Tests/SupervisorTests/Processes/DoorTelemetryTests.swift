import Foundation
import Testing

@Suite("What the shell tells of requests", .timeLimit(.minutes(3)))
struct DoorTelemetryTests {
    private static let trace: String = "0af7651916cd43dd8448eb211c80319c"
    private static let visits: String =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        + "/Benchmarks/Pages"
    /// A person who signs in, and a stranger who brings a trace and a word that no browser has.
    private static let people: String = """
        import http.client, sys
        sys.path.append(sys.argv[1])
        from clinic import Visitor
        Visitor(sys.argv[2]).sign_in("operator")
        for method in ["GET", "SECRETWORD"]:
            stranger = http.client.HTTPConnection(sys.argv[2], timeout=30)
            stranger.request(method, "/nowhere/secretpath?secretquery=1", headers={"traceparent": "00-\(trace)-b7ad6b7169203331-01"})
            print(stranger.getresponse().status)
        """

    private static let guess: String = """
        import http.client, sys
        stranger = http.client.HTTPConnection(sys.argv[1], timeout=30)
        stranger.request("GET", "/assets/none")
        print(stranger.getresponse().status)
        """

    /// The shell and what it must have, with every trace sampled, after the people have been there.
    private static func visited() async throws -> (suite: TriedSuite, address: String) {
        let suite: TriedSuite = try TriedSuite()
        let verticals: String = """
              authentication: { executable: \(Program.folder)/svc-authentication, config: { passwordCost: 4, passwordParallelism: 1 } }
              octopus: { executable: \(Program.folder)/svc-octopus, config: { port: 0 } }
            """
        let up: Program.Result = try await suite.up(verticals, top: "trace: 1")
        try #require(up.status == 0, "\(up.error)")
        let invitation: String = "\(suite.home)/state/authentication/operator-invitation"
        let code: String = try String(contentsOfFile: invitation, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let signedUp: Program.Result = try await suite.supervisor.run(
            ["call", "authentication", "signUp", "-"], input: #"{"code": "\#(code)", "password": "a sentence that nobody guesses"}"#)
        try #require(signedUp.status == 0, "\(signedUp.error)")
        let home: String = try await suite.supervisor.run(["call", "octopus", "home"]).output
        let address: Substring = try #require(home.firstMatch(of: #/http://(127\.0\.0\.1:\d+)//#)?.1, "\(home)")
        let people: Program.Result = try await Program.python.run(["-c", Self.people, Self.visits, String(address)])
        try #require(people.status == 0, "\(people.error)")
        // Who could say what the address means is not there.
        #expect(people.lines.first == "503")
        return (suite, String(address))
    }

    private static func calls(_ object: [String: Any]) -> [[String: Any]] { object["calls"] as? [[String: Any]] ?? [] }

    @Test("a request is the root of the tree of the calls that it leads to, and says nothing that the browser said")
    func spans() async throws {
        let (suite, address): (TriedSuite, String) = try await Self.visited()
        // The sign-in screen's handlers end once nobody looks at them any more.
        var roots: [[String: Any]] = []
        let isWhole: Bool = try await suite.eventually {
            let traced: Program.Result = try await suite.supervisor.run(["trace", "authentication.signInScreen", "--json"])
            guard traced.status == 0 else { return false }
            roots = Self.calls(try #require(try JSONSerialization.jsonObject(with: Data(traced.output.utf8)) as? [String: Any]))
            return roots.count == 1 && roots[0]["missing"] is NSNull
        }
        #expect(isWhole, "\(roots)")
        let root: [String: Any] = try #require(roots.first)
        #expect(root["vertical"] as? String == "octopus" && root["board"] as? String == "GET /**" && root["isOwnWork"] as? Bool == true)
        let request: [String: Any] = try #require((root["served"] as? [[String: Any]])?.first)
        let screens: [[String: Any]] = Self.calls(root)
        #expect(screens.contains { $0["board"] as? String == "Authentication.signInScreen" }, "\(screens)")
        for screen: [String: Any] in screens {
            let made: [String: Any] = try #require(screen["made"] as? [String: Any])
            #expect(made["parent"] as? String == request["span"] as? String)
        }
        #expect(try await suite.supervisor.run(["trace", "authentication.signInScreen"]).output.contains("\noctopus: GET /** "))

        let newest: Program.Result = try await suite.supervisor.run(["trace"])
        #expect(newest.output.contains("octopus: ") && newest.output.contains("failed"), "\(newest.output)")
        #expect(!newest.output.lowercased().contains("secret"), "\(newest.output)")
        let strangers: Program.Result = try await suite.supervisor.run(["trace", Self.trace])
        #expect(strangers.status == 1, "a browser's trace is none of ours: \(strangers.output)")

        // What is not there is no failure of the shell, as what it can not answer is.
        #expect(try await Program.python.run(["-c", Self.guess, address]).lines.first == "404")
        let guess: Program.Result = try await suite.supervisor.run(["trace"])
        #expect(guess.output.contains("octopus: GET /assets/{name} ") && !guess.output.contains("failed"), "\(guess.output)")
        await suite.end()
    }

    @Test("what its code counts is told by metrics, for a stock parser, and no label holds what a browser said")
    func metrics() async throws {
        let suite: TriedSuite = try await Self.visited().suite
        let metrics: Program.Result = try await suite.supervisor.run(["metrics"])
        #expect(metrics.status == 0, "\(metrics.error)")
        let samples: [String] = try await MetricsTests.samples(of: metrics.output)
        let labels: String = "method=GET,route=/**"
        let duration: String = "histogram|http_server_request_duration_seconds"
        for wanted: String in [
            "counter|http_server_requests_total|\(labels),status=200,vertical=octopus|1.0",
            "counter|http_server_requests_total|\(labels),status=503,vertical=octopus|1.0",
            "counter|http_server_requests_total|method=POST,route=/screens/{screen}/actions,status=303,vertical=octopus|1.0",
            "\(duration)_bucket|le=+Inf,\(labels),vertical=octopus|2.0", "\(duration)_count|\(labels),vertical=octopus|2.0",
            "\(duration)_bucket|le=68.719476736,\(labels),vertical=octopus|2.0",
            "counter|colonnade_own_metrics_dropped_total|vertical=octopus|0.0",
        ] { #expect(samples.contains(wanted), "\(wanted) is not in \(samples.filter { $0.contains("http") })") }
        #expect(samples.allSatisfy { !$0.lowercased().contains("secret") && !$0.contains("own_metrics_dropped_total|vertical=auth") })
        let json: Program.Result = try await suite.supervisor.run(["metrics", "--json"])
        #expect(json.output.contains(#""name":"http_server_requests","value":1"#), "\(json.output)")
        await suite.end()
    }
}
