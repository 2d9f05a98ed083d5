import Foundation
import Testing

@Suite("Units of systemd for the clinic", .timeLimit(.minutes(2)))
struct UnitFileTests {
    private static let analyze: URL = URL(filePath: "/usr/bin/systemd-analyze")
    private static let shipped: URL = Suite.root.appending(path: "deploy/systemd")

    /// The text of every file below a folder, by its path there.
    private func texts(_ folder: URL) throws -> [String: String] {
        let files: FileManager.DirectoryEnumerator = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
        var texts: [String: String] = [:]
        for case let file as URL in files where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
            let path: String = file.standardizedFileURL.path()
            texts[String(path.dropFirst(folder.standardizedFileURL.path().count).drop { $0 == "/" })] = try String(
                contentsOf: file, encoding: .utf8)
        }
        return texts
    }

    /// The exit status of a program whose standard output is for nobody.
    private func run(_ program: URL, _ arguments: [String]) async throws -> Int32 {
        let process: Process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        let exited: AsyncStream<Void> = AsyncStream { continuation in process.terminationHandler = { _ in continuation.finish() } }
        try process.run()
        for await _: Void in exited {}
        return process.terminationStatus
    }

    private func written(_ body: (URL) async throws -> Void) async throws {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "units-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let launcher: String = Suite.root.appending(path: "deploy/launchers/clinic.yml").path()
        let program: URL = Suite.products.appending(path: "svc-supervisor")
        let status: Int32 = try await run(program, ["units", "--launcher", launcher, "--output", folder.path()])
        try #require(status == 0)
        try await body(folder)
    }

    @Test("deploy/systemd is what `svc-supervisor units` writes, byte for byte, and says nothing of the machine that wrote it")
    func reproduced() async throws {
        let shipped: [String: String] = try texts(Self.shipped)
        try await written { folder in
            let made: [String: String] = try texts(folder)
            #expect(made.keys.sorted() == shipped.keys.sorted())
            for (path, text): (String, String) in made {
                #expect(shipped[path] == text, "\(path) differs: run `svc-supervisor units --output deploy/systemd`")
                #expect(!text.contains(Suite.root.path()) && !text.contains(Suite.products.path()), "\(path)")
            }
        }
    }

    @Test("systemd rates every service 1.5 or better", .enabled(if: FileManager.default.isExecutableFile(atPath: analyze.path())))
    func exposure() async throws {
        let services: [String] = try texts(Self.shipped).keys.filter { $0.hasSuffix(".service") }.sorted()
        #expect(services.count == 7)
        for service: String in services {
            let path: String = Self.shipped.appending(path: service).path()
            let status: Int32 = try await run(Self.analyze, ["security", "--offline=true", "--threshold=15", path])
            #expect(status == 0, "\(service)")
        }
    }
}
