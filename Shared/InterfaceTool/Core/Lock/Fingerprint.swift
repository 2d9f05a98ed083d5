import ColonnadeContract
import ColonnadeCryptography

/// What two ends compare to know that they hold the same contract.
public enum Fingerprint {
    /// SHA-256 of ``canonicalText(of:)``, as 64 hexadecimal digits.
    public static func of(_ contract: ContractDescriptor) -> String {
        SHA256.digest(of: Array(canonicalText(of: contract).utf8)).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// The contract without its documentation, a line for each board, type, field and case, in the order of their
    /// numbers and names. So neither comments nor the order of declarations matter.
    public static func canonicalText(of contract: ContractDescriptor) -> String {
        var lines: [String] = ["contract \(contract.name)", "refusal \(contract.refusal ?? "-")"]
        for board: BoardDescriptor in contract.boards.sorted(by: { $0.number < $1.number }) {
            let command: String = board.command.map { " commands \($0)" } ?? ""
            lines.append(
                "board \(board.number) \(board.name) \(board.input) -> \(board.many ? "many " : "")\(board.output)\(command)"
                    + (board.idempotent ? " idempotent" : ""))
        }
        for type: TypeDescriptor in contract.types.sorted(by: { $0.name < $1.name }) {
            lines.append("type \(type.name) \(type.cases == nil ? "struct" : type.open ? "open enum" : "enum")")
            lines += type.fields.sorted { $0.number < $1.number }.map { "  \($0.number) \($0.name) \($0.type)" }
            for item: CaseDescriptor in (type.cases ?? []).sorted(by: { $0.number < $1.number }) {
                lines.append("  \(item.number) \(item.name)")
                lines += item.values.sorted { $0.number < $1.number }.map { "    \($0.number) \($0.name) \($0.type)" }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
