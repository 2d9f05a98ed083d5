import ColonnadeContract
import Foundation
import Testing

@testable import InterfaceTool

@Suite("svc-interface export")
struct ExportTests {
    private static let root: String = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Every lock of the repository, those without boards too.
    private static var locks: [String] {
        let files: FileManager.DirectoryEnumerator? = FileManager.default.enumerator(atPath: root)
        let paths: [String] = files?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".contract.json") && !$0.hasPrefix(".build") && !$0.contains("/.build/") }.sorted()
            .map { "\(root)/\($0)" }
    }

    private static func contracts() throws -> [ContractDescriptor] {
        try locks.compactMap { try LockFile.contract(try String(contentsOfFile: $0, encoding: .utf8)) }
    }

    private func text(_ contract: ContractDescriptor, _ format: Export.Format) throws -> String {
        String(decoding: try Export.file(contract, format: format).bytes, as: UTF8.self)
    }

    @Test("protoc takes the .proto file of every interface, and the descriptor set is byte for byte what protoc makes of it")
    func everyInterface() throws {
        let contracts: [ContractDescriptor] = try Self.contracts()
        #expect(contracts.count >= 15)
        for contract: ContractDescriptor in contracts { try check(contract) }
        // No two of them get into each other's way.
        let files: [(name: String, text: String)] = try contracts.map { (try Export.file($0, format: .proto).name, try text($0, .proto)) }
        _ = try Protoc.descriptorSet(files)
    }

    @Test("names that .proto files can't have, or that come to be the same, are given others")
    func awkwardNames() throws {
        try check(AwkwardContract.descriptor)
        let proto: String = try text(AwkwardContract.descriptor, .proto)
        #expect(proto.contains("optional string grxf6xdfe = 1;"), "\(proto)")
        #expect(proto.contains("reserved 2, 7;"))
    }

    @Test("the same contract gives the same bytes", arguments: Export.Format.allCases)
    func deterministic(format: Export.Format) throws {
        for contract: ContractDescriptor in try Self.contracts() {
            #expect(try Export.file(contract, format: format) == Export.file(contract, format: format))
        }
    }

    @Test("a page names every board, every field and every case")
    func pages() throws {
        for contract: ContractDescriptor in try Self.contracts() {
            let page: String = try text(contract, .markdown)
            for board: BoardDescriptor in contract.boards { #expect(page.contains("\n### \(board.name)\n")) }
            for type: TypeDescriptor in contract.types {
                #expect(page.contains("\n### \(type.name)\n"))
                for name: String in type.fields.map(\.name) + (type.cases ?? []).map(\.name) { #expect(page.contains("| `\(name)` |")) }
            }
        }
    }

    @Test("a lock that names a type it does not have is refused, with the name")
    func brokenLock() {
        let board: BoardDescriptor = BoardDescriptor(name: "a", number: 1, input: "[Nowhere]", output: "Void")
        let contract: ContractDescriptor = ContractDescriptor(name: "Broken", fingerprint: "", boards: [board])
        for format: Export.Format in Export.Format.allCases {
            #expect(throws: ExportError(description: "it has no type Nowhere")) { try Export.file(contract, format: format) }
        }
    }

    @Test("what is not there is named")
    func unknownInterface() throws {
        let folder: String = "\(Self.root)/Shared/IOInterface"
        #expect(throws: Diagnostics.self) { try Export([folder], interfaces: ["Nowhere"], format: .proto) }
        #expect(throws: Diagnostics.self) { try Export([folder + "/Nowhere.contract.json"], interfaces: [], format: .proto) }
        #expect(try Export([folder], interfaces: ["Maps"], format: .proto).files.map(\.name) == ["maps.proto"])
        #expect(try Export([folder], interfaces: [], format: .markdown).files.map(\.name).contains("clinical_records.md"))
    }

    private func check(_ contract: ContractDescriptor) throws {
        let name: String = try Export.file(contract, format: .proto).name
        let made: [UInt8] = try Protoc.descriptorSet([(name, try text(contract, .proto))])
        #expect(try Export.file(contract, format: .descriptorSet).bytes == made, "\(contract.name) differs")
    }
}
