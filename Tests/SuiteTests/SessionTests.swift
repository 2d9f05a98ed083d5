import Foundation
import Testing

extension RealSuites {
    /// Who sees what, with real daemons.
    @Suite("Sessions", .serialized)
    struct SessionTests {
        @Test("a patient sees themselves, a guardian the ward by the minor's session, and nobody after signing out")
        func sessions() async throws {
            let suite: Suite = try await Suite()
            _ = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)
            let history: String = #"{"patient": "\#(patient)"}"#
            try await suite.invite("ana", #"{"name": "Ana", "role": "patient", "patient": "\#(patient)"}"#, by: "staff")
            try await suite.invite("parent", #"{"name": "Parent", "role": "patient", "wards": ["\#(patient)"]}"#, by: "staff")

            #expect(try await read(suite, history, by: "ana").status == 0)
            for name: String in ["parent", "operator"] {
                #expect(try await read(suite, history, by: name).errors.contains("notAllowed"), "\(name) sees the patient")
            }
            let none: Finished = try await suite.run("call", "clinical-records", "medicalHistory", history)
            #expect(none.status == 1 && none.errors.contains("barrierRefused") && none.errors.contains("sign in"))

            let minor: Finished = try await suite.call(
                "authentication", "minorSession", history, "--session", "@" + suite.sessionFile("parent").path())
            let token: String = try #require(try minor.object()["token"] as? String)
            let wards: String = #"{"session": "\#(token)", "history": \#(history)}"#
            #expect(try await readMinor(suite, wards, by: "parent").status == 0)
            #expect(try await readMinor(suite, wards, by: "ana").errors.contains("notAllowed"))
            #expect(
                try await suite.call("clinical-records", "medicalHistory", history, "--session", token).errors.contains("barrierRefused"))

            let out: Finished = try await suite.call(
                "authentication", "signOut", "{}", "--session", "@" + suite.sessionFile("parent").path())
            #expect(out.status == 0, "\(out.errors)")
            // Clinical-records hears of it by itself; that takes as long as a message.
            let deadline: ContinuousClock.Instant = .now + .seconds(30)
            while try await readMinor(suite, wards, by: "parent").status == 0, .now < deadline {}
            #expect(try await readMinor(suite, wards, by: "parent").errors.contains("signing out"))
            try await suite.down()
        }

        @Test("sessions are checked while authentication is stopped")
        func authenticationIsDown() async throws {
            let suite: Suite = try await Suite()
            _ = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            #expect(try await suite.run("stop", "authentication").status == 0)
            let history: String = #"{"patient": "\#(try FHIRBundles.patient(in: FHIRBundles.sample))"}"#
            #expect(try await read(suite, history, by: "staff").status == 0)
            try await suite.down()
        }

        private func read(_ suite: Suite, _ input: String, by name: String) async throws -> Finished {
            try await suite.call("clinical-records", "medicalHistory", input, "--session", "@" + suite.sessionFile(name).path())
        }

        private func readMinor(_ suite: Suite, _ input: String, by name: String) async throws -> Finished {
            try await suite.call("clinical-records", "minorHistory", input, "--session", "@" + suite.sessionFile(name).path())
        }
    }
}
