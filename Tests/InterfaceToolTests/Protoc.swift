import Foundation

/// Runs the stock compiler of `.proto` files, which `make test` installs.
enum Protoc {
    /// The `FileDescriptorSet` that protoc makes of the files, without source information.
    /// - Throws: what protoc says against them.
    static func descriptorSet(_ texts: [(name: String, text: String)]) throws -> [UInt8] {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "colonnade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file: (name: String, text: String) in texts {
            try file.text.write(to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
        }
        let process: Process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["protoc", "--proto_path=.", "--descriptor_set_out=set.binpb"] + texts.map(\.name)
        process.currentDirectoryURL = folder
        let errors: Pipe = Pipe()
        process.standardError = errors
        try process.run()
        let said: String = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, said.isEmpty else { throw Objection(description: said) }
        return [UInt8](try Data(contentsOf: folder.appending(path: "set.binpb")))
    }

    struct Objection: Error, CustomStringConvertible {
        let description: String
    }
}
