import Foundation
import Testing

extension RealSuites {
    /// The micro-app of `records-desk.yml`.
    @Suite("The records desk", .serialized)
    struct RecordsDeskTests {
        @Test("It has three verticals, answers calls, and lets nobody see records who has not signed in")
        func calls() async throws {
            let suite: Suite = try await Suite(launcher: Suite.root.appending(path: "deploy/launchers/records-desk.yml"))
            for vertical: String in ["authentication", "maps", "clinical-records"] {
                #expect(try await suite.status(of: vertical).state == "ready")
            }
            #expect(try await suite.call("appointments", "list", "{}").status != 0)
            let found: Finished = try await suite.call("maps", "searchPlaces", #"{"text": "massachusetts general"}"#)
            #expect(found.status == 0 && found.output.contains("Massachusetts General Hospital"), "\(found.errors)")
            let refused: Finished = try await suite.run("call", "clinical-records", "summary", #"{"patient": "p1"}"#)
            #expect(refused.status != 0)
            #expect(refused.errors.contains("barrierRefused") && refused.errors.contains("ClinicalRecords.signIn"), "\(refused.errors)")
            try await suite.down()
        }
    }
}
