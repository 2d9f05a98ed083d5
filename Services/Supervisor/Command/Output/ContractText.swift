import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials

/// Contracts for people, and for scripts.
enum ContractText {
    /// A vertical as JSON prints it.
    private struct Entry: Encodable {
        let name: String
        let version: String
        let executable: String
        let uses: [String]
        let deepLinks: [String]
        let interfaces: [ContractDescriptor]
    }

    static func json(_ verticals: [(vertical: DescribedVertical, contracts: [ContractDescriptor])]) throws(CommandFailure) -> String {
        let entries: [Entry] = verticals.map { entry in
            Entry(
                name: entry.vertical.name, version: entry.vertical.version, executable: entry.vertical.executable,
                uses: entry.vertical.uses, deepLinks: entry.vertical.deepLinks, interfaces: entry.contracts)
        }
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(["verticals": entries]), as: UTF8.self)
        } catch {
            throw CommandFailure(.failed, "The description can not be written as JSON: \(error)")
        }
    }

    static func lines(_ vertical: DescribedVertical, _ contracts: [ContractDescriptor], withTypes: Bool) -> [String] {
        let uses: String = vertical.uses.isEmpty ? "" : ", uses \(vertical.uses.joined(separator: ", "))"
        var lines: [String] = [Terminal.coloured("\(vertical.name) \(vertical.version)\(uses)", .green)]
        for contract: ContractDescriptor in contracts {
            for board: BoardDescriptor in contract.boards { lines += Self.board(board) }
            guard withTypes else { continue }
            for type: TypeDescriptor in contract.types { lines += Self.type(type) }
        }
        return lines
    }

    private static func board(_ board: BoardDescriptor) -> [String] {
        let commands: String = board.command.map { ", commands \($0)" } ?? ""
        let form: String = "  \(board.name)(\(board.input)\(commands)) → \(board.output)\(board.many ? " …" : "")"
        let summary: Substring? = board.documentation.split(separator: "\n").first
        return [form.printable] + (summary.map { [Terminal.coloured("      \($0)", .dim)] } ?? [])
    }

    private static func type(_ type: TypeDescriptor) -> [String] {
        var lines: [String] = ["", "  \(type.name.printable)"]
        for field: FieldDescriptor in type.fields { lines += entry("\(field.name): \(field.type)", field.documentation) }
        for value: CaseDescriptor in type.cases ?? [] {
            let values: String = value.values.map { $0.name.hasPrefix("_") ? $0.type : "\($0.name): \($0.type)" }.joined(separator: ", ")
            lines += entry("case \(value.name)\(values.isEmpty ? "" : "(\(values))")", value.documentation)
        }
        return lines
    }

    private static func entry(_ text: String, _ documentation: String) -> [String] {
        let summary: Substring? = documentation.split(separator: "\n").first
        return ["    \(text.printable)"] + (summary.map { [Terminal.coloured("        \($0)", .dim)] } ?? [])
    }
}
