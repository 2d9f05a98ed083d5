import Foundation

/// Stock protoc, run on the schema of the wire.
enum Protoc {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    static let root: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What protoc writes to its standard output.
    static func run(_ arguments: [String], input: String = "") throws -> [UInt8] {
        let process: Process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["protoc", "-I", root.appending(path: "Shared/Wire").path()] + arguments
        let standardInput: Pipe = Pipe()
        let standardOutput: Pipe = Pipe()
        let standardError: Pipe = Pipe()
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = standardError
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let output: Data = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        let complaint: Data = try standardError.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(description: "protoc failed (`make test` installs it): \(String(decoding: complaint, as: UTF8.self))")
        }
        return [UInt8](output)
    }

    /// The schema of the wire, as protoc understands it.
    static func schema() throws -> ProtoFile {
        let bytes: [UInt8] = try run(["--descriptor_set_out=/dev/stdout", "wire.proto"])
        return try ProtoFile(decoding: bytes.span)
    }
}
