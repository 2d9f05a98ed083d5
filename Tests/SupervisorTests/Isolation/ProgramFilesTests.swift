import FoundationEssentials
import Testing

@testable import SupervisorAdapters

@Suite("What a program needs beside itself", .timeLimit(.minutes(1)))
struct ProgramFilesTests {
    private let files: ProgramFiles = ProgramFiles()
    private let folder: String = "\(FileManager.default.temporaryDirectory.path)/program-\(UUID())"

    private var program: String { "\(folder)/program" }

    /// Tests beside these may have all descriptors of the process for a moment.
    private func comes(_ condition: () -> Bool) async -> Bool {
        let end: ContinuousClock.Instant = .now + .seconds(10)
        while !condition(), .now < end { await Task.yield() }
        return condition()
    }

    private func inFolder(_ body: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/maps.resources", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body()
    }

    @Test("what stands beside it is found, and found again once it has changed")
    func changes() async throws {
        try await inFolder {
            try Data("x".utf8).write(to: URL(filePath: program))
            #expect(await comes { files.of(program).resources == ["\(folder)/maps.resources"] })
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/libmaps.so.1"))
            #expect(await comes { Set(files.of(program).resources) == ["\(folder)/maps.resources", "\(folder)/libmaps.so.1"] })
            try FileManager.default.removeItem(atPath: "\(folder)/maps.resources")
            #expect(await comes { files.of(program).resources == ["\(folder)/libmaps.so.1"] })
        }
    }

    @Test("a program that is replaced by another may need other libraries")
    func replaced() async throws {
        try await inFolder {
            try FileManager.default.copyItem(atPath: "/bin/sh", toPath: program)
            #expect(await comes { files.of(program).resources == ["\(folder)/maps.resources"] })
            #expect(files.of(program).libraries == [])
            try FileManager.default.removeItem(atPath: program)
            try FileManager.default.copyItem(atPath: "\(Program.folder)/svc-supervisor", toPath: program)
            #expect(await comes { !files.of(program).libraries.isEmpty })
        }
    }
}
