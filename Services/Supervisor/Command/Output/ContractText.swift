import ColonnadeContract
import ColonnadeEventLoop
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
        let isProgram: Bool = vertical.version.isEmpty && contracts.isEmpty
        guard !isProgram else { return [Terminal.coloured(EdgeWords.program(vertical.name), .green)] }
        var lines: [String] = [Terminal.coloured("\(vertical.name) \(vertical.version)\(uses)", .green)]
        if !withTypes { lines += vertical.deepLinks.map { "  deep link \($0.printable)" } }
        for contract: ContractDescriptor in contracts {
            for board: BoardDescriptor in contract.boards { lines += Self.board(board) }
            guard withTypes else { continue }
            for type: TypeDescriptor in contract.types { lines += Self.type(type) }
        }
        return lines
    }

    private static func board(_ board: BoardDescriptor) -> [String] {
        let commands: String = board.command.map { ", commands \($0)" } ?? ""
        let marks: String = (board.many ? " …" : "") + (board.idempotent ? ", idempotent" : "")
        let form: String = "  \(board.name)(\(board.input)\(commands)) → \(board.output)\(marks)"
        return [form.printable] + summary(board.documentation, indent: 6)
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
        ["    \(text.printable)"] + summary(documentation, indent: 8)
    }

    /// The first paragraph of a comment, as DocC takes it for its summary, in lines that fit.
    private static func summary(_ documentation: String, indent: Int) -> [String] {
        let lines: [Substring] = documentation.split(separator: "\n", omittingEmptySubsequences: false)
        let text: String = lines.prefix { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ").replacing("``", with: "")
        let width: Int = max(20, (StandardOutput.width ?? 100) - indent)
        return TextLines.wrapped(text, width: width).map { Terminal.coloured(String(repeating: " ", count: indent) + $0, .dim) }
    }
}
