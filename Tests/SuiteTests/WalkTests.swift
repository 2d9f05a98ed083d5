import Foundation
import Testing

extension RealSuites {
    /// What the README's walk does, with real daemons under a real supervisor.
    @Suite("The walk", .serialized)
    struct WalkTests {
        @Test("summary counts equal an independent count, and importing twice changes nothing", arguments: FHIRBundles.all)
        func importAndSummary(bundle: URL) async throws {
            let suite: Suite = try await Suite()
            let first: Finished = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", bundle.path())
            #expect(first.status == 0, "\(first.errors)")
            let imported: [String: Any] = try #require(try first.object(-1)["summary"] as? [String: Any])
            #expect(imported["added"] as? Int == imported["entries"] as? Int)

            let patient: String = try FHIRBundles.patient(in: bundle)
            let summary: [String: Any] = try await suite.call("clinical-records", "summary", #"{"patient": "\#(patient)"}"#).object()
            #expect(summary["counts"] as? [String: Int] == (try FHIRBundles.counts(in: bundle, of: patient)))

            let second: Finished = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", bundle.path())
            let again: [String: Any] = try #require(try second.object(-1)["summary"] as? [String: Any])
            #expect(again["added"] as? Int == 0)
            #expect(again["changed"] as? Int == 0)
            #expect(again["unchanged"] as? Int == imported["entries"] as? Int)
            try await suite.down()
        }

        @Test("history comes in pages, newest first, with the places that maps knows, and follow shows another import")
        func historyAndFollow() async throws {
            let suite: Suite = try await Suite()
            _ = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)

            var (entries, cursor): ([[String: Any]], String?) = ([], nil)
            repeat {
                let next: String = cursor.map { #", "cursor": "\#($0)""# } ?? ""
                let input: String = #"{"patient": "\#(patient)", "pageSize": 3\#(next)}"#
                let page: [String: Any] = try await suite.call("clinical-records", "medicalHistory", input).object()
                entries += try #require(page["entries"] as? [[String: Any]])
                cursor = page["next"] as? String
            } while cursor != nil
            #expect(entries.count == 9)
            #expect(Set(entries.compactMap { $0["id"] as? String }).count == 9)
            let times: [String] = entries.compactMap { $0["time"] as? String }
            #expect(times == times.sorted(by: >))
            let places: [String] = entries.compactMap { ($0["place"] as? [String: Any])?["name"] as? String }
            #expect(places.contains { $0.localizedCaseInsensitiveContains("Massachusetts General Hospital") })

            let follow: Running = try suite.startCall("clinical-records", "follow", #"{"patient": "\#(patient)"}"#)
            _ = try await follow.lines(1)
            let second: Finished = try await suite.call(
                "clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sampleOfNextYear.path())
            #expect(second.status == 0, "\(second.errors)")
            let followed: [String] = try await follow.lines(4)
            #expect(followed.dropFirst().allSatisfy { $0.contains("added") })
            follow.interrupt()
            _ = try await follow.finished()
            try await suite.down()
        }

        @Test("a place is picked in a conversation")
        func pickPlace() async throws {
            let suite: Suite = try await Suite()
            let found: Finished = try await suite.call("maps", "searchPlaces", #"{"text": "massachusetts general"}"#)
            let places: [[String: Any]] = try #require(try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [[String: Any]])
            let id: String = try #require(places.first?["id"] as? String)

            let configuration: String = #"{"isSearchEnabled": true, "selectionPolicy": {"showDetails": {"selectable": true}}}"#
            let picking: Running = try suite.startCall("maps", "pickPlace", configuration, "--commands", "-", writing: nil)
            picking.send(#"{"search": "massachusetts general"}"#)
            picking.send(#"{"select": "nowhere"}"#)
            picking.send(#"{"select": "\#(id)"}"#)
            let picked: Finished = try await picking.finished()
            #expect(picked.status == 0, "\(picked.errors)")
            let selected: [String: Any] = try #require(try picked.object(-1)["selected"] as? [String: Any])
            #expect(selected["id"] as? String == id)
            try await suite.down()
        }

        @Test("down leaves no process and no socket")
        func down() async throws {
            let suite: Suite = try await Suite()
            let pids: [Int32] = [
                try await suite.status(of: "authentication"), try await suite.status(of: "maps"),
                try await suite.status(of: "clinical-records"), try await suite.status(of: "appointments"),
            ].compactMap(\.pid)
            #expect(pids.count == 4)
            let down: Finished = try await suite.run("down")
            #expect(down.status == 0, "\(down.errors)")
            for pid: Int32 in pids { #expect(kill(pid, 0) == -1 && errno == ESRCH, "process \(pid) is still there") }
            let left: [URL] =
                FileManager.default.enumerator(at: suite.home, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
            #expect(left.contains { $0.lastPathComponent == "maps.log" })
            #expect(left.filter { $0.pathExtension == "sock" }.isEmpty)
            #expect(try await suite.run("status").status == 3)
            try FileManager.default.removeItem(at: suite.home)
        }
    }
}
