import Foundation
import Testing

extension RealSuites {
    /// Calls that are followed over real daemons.
    @Suite("Traces", .serialized)
    struct TraceTests {
        /// One call of `trace --json`, with the calls below it.
        private struct Call {
            let vertical: String
            let consumer: String?
            let board: String
            let end: String?
            let missing: String?
            let made: [String: Any]?
            let served: [[String: Any]]
            let calls: [Call]

            init(_ object: [String: Any]) throws {
                vertical = try #require(object["vertical"] as? String)
                consumer = object["consumer"] as? String
                board = try #require(object["board"] as? String)
                end = object["end"] as? String
                missing = object["missing"] as? String
                made = object["made"] as? [String: Any]
                served = object["served"] as? [[String: Any]] ?? []
                calls = try (object["calls"] as? [[String: Any]] ?? []).map { try Call($0) }
            }

            var all: [Call] { [self] + calls.flatMap(\.all) }
        }

        private static func roots(_ finished: Finished) throws -> [Call] {
            try #require(finished.status == 0, "\(finished.errors)")
            return try #require(try finished.object()["calls"] as? [[String: Any]]).map { try Call($0) }
        }

        private static func day(_ days: Double) -> String {
            String(Date(timeIntervalSinceNow: days * 86_400).formatted(.iso8601).prefix(10)) + "T00:00:00Z"
        }

        /// Every call stands below the span that it was made from, and began and ended within it.
        private static func checkParents(_ call: Call) throws {
            let served: [String: Any] = try #require(call.served.last, "\(call.board) has no span of its provider")
            if let made: [String: Any] = call.made { #expect(served["parent"] as? String == made["span"] as? String) }
            for child: Call in call.calls {
                let span: [String: Any] = try #require(child.made ?? child.served.first)
                #expect(span["parent"] as? String == served["span"] as? String, "\(child.board) below \(call.board)")
                #expect(child.consumer == call.vertical)
                try checkParents(child)
            }
        }

        @Test("a booking, from its session to its calendar and the records, is one trace over four verticals, each call below its caller's")
        func overFourVerticals() async throws {
            let suite: Suite = try await Suite()
            let imported: Finished = try await suite.call(
                "clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            #expect(imported.status == 0, "\(imported.errors)")
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)
            let id: String = "0af7651916cd43dd8448eb211c80319c"
            func call(_ vertical: String, _ board: String, _ input: String) async throws -> Finished {
                let finished: Finished = try await suite.call(
                    vertical, board, input, "--json", "--traceparent", "00-\(id)-b7ad6b7169203331-01")
                #expect(finished.status == 0, "\(board): \(finished.errors)")
                return finished
            }

            _ = try await call("authentication", "session", "{}")
            let page: Finished = try await call(
                "appointments", "slots",
                #"{"clinic": "fruit-street", "practitioner": "stein", "from": "\#(Self.day(1))", "until": "\#(Self.day(8))", "pageSize": 1}"#
            )
            let start: String = try #require((try page.object()["slots"] as? [[String: Any]])?.first?["start"] as? String)
            _ = try await call(
                "appointments", "book",
                #"{"key": "\#(UUID())", "patient": "\#(patient)", "clinic": "fruit-street", "practitioner": "stein", "#
                    + #""start": "\#(start)", "reason": "Cough"}"#)
            _ = try await call("appointments", "exportCalendar", #"{"patient": "\#(patient)"}"#)
            _ = try await call("clinical-records", "medicalHistory", #"{"patient": "\#(patient)"}"#)

            let roots: [Call] = try Self.roots(try await suite.run("trace", id, "--json"))
            #expect(
                roots.map { "\($0.vertical) \($0.board)" } == [
                    "authentication Authentication.session", "appointments Appointments.slots", "appointments Appointments.book",
                    "appointments Appointments.exportCalendar", "clinical-records ClinicalRecords.medicalHistory",
                ])
            for root: Call in roots {
                #expect(root.consumer == "operator" && root.all.allSatisfy { $0.missing == nil && $0.end == "answered" })
                #expect(root.served.last?["parent"] as? String == "b7ad6b7169203331")
                try Self.checkParents(root)
            }
            let history: Call = try #require(roots.first { $0.vertical == "clinical-records" })
            #expect(history.calls.contains { $0.vertical == "maps" && $0.board == "Maps.searchPlaces" }, "\(history.calls.map(\.board))")
            #expect(
                Set(roots.flatMap(\.all).map(\.vertical)) == ["appointments", "clinical-records", "authentication", "maps"])
            #expect(try await suite.run("trace", "appointments.book").output.hasPrefix("trace \(id) "))
            try await suite.down()
        }

        @Test("a daemon that was killed has lost its spans: the trace says so, and what is left of it is shown")
        func killed() async throws {
            let suite: Suite = try await Suite()
            _ = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)
            let traced: Finished = try await suite.call(
                "clinical-records", "medicalHistory", #"{"patient": "\#(patient)"}"#, "--trace", "--json")
            #expect(traced.status == 0, "\(traced.errors)")
            let trace: [String: Any] = try traced.failure()
            let id: String = try #require(trace["trace"] as? String)
            let tree: [[String: Any]] = try #require(trace["calls"] as? [[String: Any]])
            let before: [Call] = try tree.map { try Call($0) }
            try #require(before.count == 1 && before[0].made != nil, "the operator's own side is the root")
            try Self.checkParents(before[0])
            let called: Call = try #require(before[0].all.first { $0.vertical == "maps" })

            let status: Status = try await suite.status(of: called.vertical)
            kill(try #require(status.pid), SIGKILL)
            try await suite.waitUntilReady(called.vertical, generation: status.generation + 1)
            let after: [Call] = try Self.roots(try await suite.run("trace", id, "--json"))
            let lost: Call = try #require(after.flatMap(\.all).first { $0.vertical == called.vertical && $0.board == called.board })
            #expect(lost.made != nil && lost.served.isEmpty)
            #expect(lost.missing?.contains("its process ended") == true, "\(lost.missing ?? "nothing is said")")
            let text: Finished = try await suite.run("trace", id)
            #expect(text.output.contains("! the span of \(called.vertical), which was called, is missing: its process ended"))
            let none: Finished = try await suite.run("trace", String(repeating: "a", count: 32))
            #expect(none.status == 1 && none.errors.contains("No vertical has a span of trace aaaa"), "\(none.errors)")
            try await suite.down()
        }
    }
}
