import Foundation

/// A folder of its own in which svc-interface is called as people call it.
struct Workplace {
    typealias Result = (status: Int32, output: String, errors: String)

    private let folder: URL = FileManager.default.temporaryDirectory.appending(path: "colonnade-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    func write(_ text: String, to name: String) throws {
        let file: URL = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Makes a program of a shell script.
    /// - Returns: the folder that it is in.
    func program(_ name: String, _ script: String) throws -> String {
        try write("#!/bin/sh\n\(script)\n", to: "programs/\(name)")
        let programs: String = folder.appending(path: "programs").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(programs)/\(name)")
        return programs
    }

    func read(_ name: String) throws -> String { try String(contentsOf: folder.appending(path: name), encoding: .utf8) }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: name).path) }

    func run(_ arguments: String..., environment: [String: String]? = nil) throws -> Result {
        let tests: URL = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return try start(tests.deletingLastPathComponent().appending(path: "svc-interface"), arguments, environment)
    }

    @discardableResult
    func git(_ arguments: String...) throws -> Result {
        let identity: [String] = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"]
        return try start(URL(fileURLWithPath: "/usr/bin/env"), ["git"] + identity + arguments, nil)
    }

    /// Commits all that is there.
    func commit() throws {
        try git("add", "--all")
        try git("commit", "--quiet", "--message", "state")
    }

    private func start(_ program: URL, _ arguments: [String], _ environment: [String: String]?) throws -> Result {
        let process: Process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        if let environment { process.environment = environment }
        let (output, errors): (Pipe, Pipe) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text: Data = output.fileHandleForReading.readDataToEndOfFile()
        let errorText: Data = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self))
    }
}
