import Foundation
import Testing

extension RealSuites {
    /// Daemons that are killed while they work.
    @Suite("Crashes", .serialized)
    struct CrashTests {
        @Test("a call in flight learns within a second that its daemon was killed, and the daemon comes back")
        func callInFlight() async throws {
            let suite: Suite = try await Suite()
            let before: Status = try await suite.status(of: "maps")
            let configuration: String = #"{"isSearchEnabled": true, "selectionPolicy": "userAsksForDirections"}"#
            let conversation: Running = try suite.startCall("maps", "pickPlace", configuration, "--commands", "-", writing: nil)
            conversation.send(#"{"search": "hospital"}"#)
            _ = try await conversation.lines(1)

            let start: ContinuousClock.Instant = .now
            kill(try #require(before.pid), SIGKILL)
            let failed: Finished = try await conversation.finished()
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(failed.status == 1)
            let failure: [String: Any] = try failed.failure()
            #expect(String(describing: failure).contains("unknown"), "no delivery outcome in \(failure)")

            try await suite.waitUntilReady("maps", generation: before.generation + 1)
            #expect(try await suite.call("maps", "searchPlaces", #"{"text": "charité"}"#).status == 0)
            try await suite.down()
        }

        @Test("what was confirmed is there after kill -9, and an import that was cut off left nothing")
        func nothingConfirmedIsLost() async throws {
            let suite: Suite = try await Suite()
            let imported: Finished = try await suite.call(
                "clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            #expect(imported.status == 0, "\(imported.errors)")
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)
            let before: Finished = try await suite.call("clinical-records", "summary", #"{"patient": "\#(patient)"}"#)

            let cutOff: Running = try suite.startCall("clinical-records", "importBundle", "{}", "--commands", "-", writing: nil)
            let half: Data = try Data(contentsOf: FHIRBundles.sampleOfNextYear).prefix(2000)
            cutOff.send("\"\(half.base64EncodedString())\"")
            let status: Status = try await suite.status(of: "clinical-records")
            kill(try #require(status.pid), SIGKILL)
            // Cut off in the middle, or sent again to the next process and then found to be truncated: refused either way.
            cutOff.finishInput()
            #expect(try await cutOff.finished().status == 1)

            try await suite.waitUntilReady("clinical-records", generation: status.generation + 1)
            let after: Finished = try await suite.call("clinical-records", "summary", #"{"patient": "\#(patient)"}"#)
            #expect(after.status == 0)
            #expect(after.output == before.output)
            try await suite.down()
        }

        @Test("records are read while maps is stopped, without places")
        func mapsIsDown() async throws {
            let suite: Suite = try await Suite()
            _ = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            #expect(try await suite.run("stop", "maps").status == 0)
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)
            let page: [String: Any] = try await suite.call("clinical-records", "medicalHistory", #"{"patient": "\#(patient)"}"#).object()
            #expect(page["placesKnown"] as? Bool == false)
            #expect((page["entries"] as? [Any])?.count == 9)
            let refused: Finished = try await suite.call("maps", "searchPlaces", #"{"text": "charité"}"#, "--timeout", "2s")
            #expect(refused.status != 0)
            #expect(try await suite.run("start", "maps").status == 0)
            #expect(try await suite.call("maps", "searchPlaces", #"{"text": "charité"}"#).status == 0)
            try await suite.down()
        }
    }
}
