import Foundation
import Testing

extension RealSuites.ReplaceUnderLoadTests {
    /// What the databases have, read by another program.
    private struct Ledger: Decodable {
        /// The keys of the bookings, in capital letters, each as often as it was carried out.
        let booked: [String]
        /// The names that are invited.
        let invited: [String]
    }

    @Test("what keeps a database is replaced while it is called: no call fails, and none is carried out twice")
    func databases() async throws {
        let launcher: URL = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString.prefix(8)).yml")
        defer { try? FileManager.default.removeItem(at: launcher) }
        try Data("launcher: load\nverticals:\n\(ClinicLoad.verticals)".utf8).write(to: launcher)
        let suite: Suite = try await Suite(launcher: launcher)
        let imported: Finished = try await suite.call(
            "clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
        try #require(imported.status == 0, "\(imported.errors)")
        let load: ClinicLoad = ClinicLoad(
            sockets: suite.home.appending(path: "run/operator").path(), patient: try FHIRBundles.patient(in: FHIRBundles.sample))
        let (staff, host): (String, String) = (try token("staff", suite), try token("operator", suite))
        async let called: ClinicLoad.Account = load.run(staff: staff, operator: host)
        var refusals: [String] = []
        for _: Int in 0..<Self.databaseReplacements {
            for vertical: String in ["appointments", "authentication", "clinical-records"] {
                try await proceed(load)
                let replaced: Finished = try await suite.run("replace", vertical)
                if replaced.status != 0 { refusals.append(replaced.errors) }
            }
        }
        try await proceed(load)
        load.end()
        let account: ClinicLoad.Account = await called
        for vertical: String in ["appointments", "authentication", "clinical-records"] {
            let status: Status = try await suite.status(of: vertical)
            #expect(status.generation == UInt64(Self.databaseReplacements + 1) && status.restarts == 0)
        }
        #expect(try await suite.run("down").status == 0)
        let ledger: Ledger = try ledger(of: suite)
        try FileManager.default.removeItem(at: suite.home)
        #expect(refusals == [])
        #expect(account.failures == [])
        let keys: Set<String> = Set(ledger.booked)
        #expect(keys == Set(account.booked.map(\.uuidString)), "what was answered is what was carried out")
        #expect(ledger.booked.count == keys.count, "booked twice")
        #expect(account.invited.isSubset(of: Set(ledger.invited)), "answered, and not invited")
        print(
            "\(Self.databaseReplacements) replacements each: \(account.booked.count) bookings, \(account.invited.count) invitations,",
            "\(account.summaries) summaries; \(account.failures.count) failed, \(ledger.booked.count - keys.count) doubled;",
            "the longest waited for \(account.longest)")
    }

    /// Waits until some more calls have ended.
    private func proceed(_ load: ClinicLoad) async throws {
        let (goal, end): (Int, ContinuousClock.Instant) = (load.count + 20, .now + .seconds(30))
        while load.count < goal {
            guard ContinuousClock.now < end else { throw Late(what: "\(goal) calls have not ended") }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { continuation.resume() }
            }
        }
    }

    private func token(_ name: String, _ suite: Suite) throws -> String {
        let session: Any = try JSONSerialization.jsonObject(with: Data(contentsOf: suite.sessionFile(name)))
        return try #require((session as? [String: Any])?["token"] as? String)
    }

    /// SQLite in Python has nothing in common with the daemons.
    private func ledger(of suite: Suite) throws -> Ledger {
        let script: String = """
            import json, sqlite3, sys
            def column(path, query): return [row[0] for row in sqlite3.connect(path).execute(query)]
            print(json.dumps({
                "booked": column(sys.argv[1] + "/appointments/appointments.sqlite",
                    "SELECT upper(key) FROM appointment JOIN event ON event.appointment = appointment.number"),
                "invited": column(sys.argv[1] + "/authentication/accounts.sqlite", "SELECT name FROM invitation")}))
            """
        let python: Process = Process()
        let output: Pipe = Pipe()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script, suite.home.appending(path: "state").path()]
        python.standardOutput = output
        try python.run()
        let data: Data = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return try JSONDecoder().decode(Ledger.self, from: data)
    }
}
