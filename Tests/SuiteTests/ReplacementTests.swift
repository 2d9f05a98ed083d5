import Foundation
import Testing

extension RealSuites {
    /// Verticals are interchangeable: a launcher says by one line which implementation runs.
    @Suite("Another implementation", .serialized)
    struct ReplacementTests {
        @Test("svc-maps-grid replaces svc-maps by one line, gives the same answers, and has no SQLite in it")
        func replacesMaps() async throws {
            let shipped: Answers = try await answers(Suite.root.appending(path: "deploy/launchers/clinic.yml"))
            let launcher: URL = try launcherWithGrid()
            defer { try? FileManager.default.removeItem(at: launcher.deletingLastPathComponent()) }
            let replaced: Answers = try await answers(launcher)
            #expect(replaced.places == shipped.places)
            #expect(replaced.near == shipped.near)
            #expect(shipped.places.contains("us-boston-massachusetts-general-hospital"))
            #expect(try shipped.opensSQLite())
            #expect(try !replaced.opensSQLite())
        }

        private struct Answers {
            let places: String
            let near: String
            /// What runs.
            let executable: String

            /// Whether the program has SQLite in it, or calls it in a library.
            func opensSQLite() throws -> Bool {
                try Data(contentsOf: URL(filePath: executable)).range(of: Data("sqlite3_open".utf8)) != nil
            }
        }

        private func answers(_ launcher: URL) async throws -> Answers {
            let suite: Suite = try await Suite(launcher: launcher)
            let places: Finished = try await suite.call("maps", "searchPlaces", #"{"text": "massachusetts general"}"#)
            let near: Finished = try await suite.call(
                "maps", "searchPlaces", #"{"near": {"latitude": 42.36, "longitude": -71.06}, "within": 10000, "limit": 20}"#)
            let pid: Int32 = try #require(try await suite.status(of: "maps").pid)
            let executable: String = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
            try await suite.down()
            return Answers(places: places.output, near: near.output, executable: executable)
        }

        /// clinic.yml with the one line changed, in a folder of its own: what it names by relative paths is named in full.
        private func launcherWithGrid() throws -> URL {
            let shipped: URL = Suite.root.appending(path: "deploy/launchers/clinic.yml")
            let text: String = try String(contentsOf: shipped, encoding: .utf8)
            let line: String = "    executable: svc-maps "
            #expect(text.components(separatedBy: line).count == 2)
            let folder: URL = FileManager.default.temporaryDirectory.appending(path: "colonnade-grid-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let launcher: URL = folder.appending(path: "clinic.yml")
            try text.replacingOccurrences(of: line, with: "    executable: svc-maps-grid ")
                .replacingOccurrences(of: "../data/", with: Suite.root.appending(path: "deploy/data/").path())
                .write(to: launcher, atomically: true, encoding: .utf8)
            return launcher
        }
    }
}
