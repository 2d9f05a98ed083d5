import ColonnadeContract
import Foundation
import Testing

@testable import InterfaceTool

/// Compares with the files in `Golden`; with `COLONNADE_GOLDEN=write` writes them instead, to be read and committed.
@Suite("Generated text")
struct GoldenTests {
    private static let folder: String = #filePath.replacingOccurrences(of: "GoldenTests.swift", with: "Golden/")

    @Test("the same sources give the text that is kept", arguments: ["Demo", "DemoConfiguration"])
    func golden(name: String) throws {
        let source: String = try String(contentsOfFile: Self.folder + "\(name)InOut.swift.txt", encoding: .utf8)
        let file: ResolvedFile = try Sources.resolve(source, path: "\(name)InOut.swift")
        try compare(GeneratedFile.text(file), "\(name)IOInterface.swift.txt")
        try compare(try LockFile.text(file.contract), "\(name).contract.json.txt")
        for format: Export.Format in [.proto, .markdown] {
            let exported: Export.File = try Export.file(file.contract, format: format)
            try compare(String(decoding: exported.bytes, as: UTF8.self), "\(exported.name).txt")
        }
    }

    private func compare(_ text: String, _ name: String) throws {
        let path: String = Self.folder + name
        if ProcessInfo.processInfo.environment["COLONNADE_GOLDEN"] == "write" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        let kept: [Substring] = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let made: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, pair): (Int, (Substring, Substring)) in zip(made, kept).enumerated() {
            try #require(pair.0 == pair.1, "\(name), line \(index + 1); if it is meant, run with COLONNADE_GOLDEN=write")
        }
        #expect(made.count == kept.count, "\(name) has another length")
    }

    @Test func twiceGivesTheSameBytes() throws {
        let source: String = try String(contentsOfFile: Self.folder + "DemoInOut.swift.txt", encoding: .utf8)
        let first: ResolvedFile = try Sources.resolve(source)
        let second: ResolvedFile = try Sources.resolve(source, lock: first.contract)
        #expect(GeneratedFile.text(first) == GeneratedFile.text(second))
        #expect(try LockFile.text(first.contract) == LockFile.text(second.contract))
        let read: ContractDescriptor? = try LockFile.contract(try LockFile.text(first.contract))
        #expect(read == first.contract)
    }
}
