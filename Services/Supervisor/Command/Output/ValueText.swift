import ColonnadeContract
import ColonnadeEventLoop

/// A value for people: fields below each other, arrays of structs as tables.
enum ValueText {
    /// The widest that a cell of a table may be, in characters.
    private static let widest: Int = 44

    static func lines(_ json: JSONValue) -> [String] {
        switch json {
        case .object(let members): fields(members)
        case .array(let elements): list(elements)
        default: [scalar(json)]
        }
    }

    /// Scalars beside their names, then what is larger, indented.
    private static func fields(_ members: [String: JSONValue]) -> [String] {
        let sorted: [(key: String, value: JSONValue)] = members.sorted { $0.key < $1.key }
        let small: [[String]] = sorted.filter { isScalar($0.value) }.map { [$0.key.printable, scalar($0.value)] }
        let large: [String] = sorted.filter { !isScalar($0.value) }.flatMap { key, value in
            ["\(key.printable):"] + lines(value).map { "  \($0)" }
        }
        return small.isEmpty && large.isEmpty ? ["(nothing)"] : Terminal.table(small) + large
    }

    private static func list(_ elements: [JSONValue]) -> [String] {
        let rows: [[String: JSONValue]] = elements.compactMap { if case .object(let members) = $0 { flat(members) } else { nil } }
        if elements.isEmpty { return ["(none)"] }
        guard rows.count == elements.count else { return elements.flatMap(lines) }
        let columns: [String] = Set(rows.flatMap(\.keys)).sorted { place(of: $0) < place(of: $1) }
        return columns.isEmpty ? elements.map(\.text.printable) : table(columns, rows)
    }

    /// What people look for first stands first, and what belongs to a struct inside last.
    private static func place(of column: String) -> (Int, String) {
        (column.contains(".") ? 2 : ["name", "id"].contains(column) ? 0 : 1, column)
    }

    /// As many columns as the terminal is wide, and the names of the others.
    private static func table(_ columns: [String], _ rows: [[String: JSONValue]]) -> [String] {
        let cells: [[String]] = columns.map { column in [column.printable.uppercased()] + rows.map { cut($0[column].map(scalar) ?? "") } }
        var width: Int = 0
        let shown: Int = max(
            1,
            cells.prefix { column in
                width += (column.map(\.count).max() ?? 0) + 2
                return width - 2 <= StandardOutput.width ?? 80
            }.count)
        let lines: [String] = Terminal.table((0...rows.count).map { row in cells.prefix(shown).map { $0[row] } })
        let rest: [String] = columns.dropFirst(shown).map(\.printable)
        let note: [String] = rest.isEmpty ? [] : [Terminal.coloured("(not shown: \(rest.joined(separator: ", ")); --json has all)", .dim)]
        return [Terminal.coloured(lines[0], .dim)] + lines.dropFirst() + note
    }

    /// A struct's fields, with those of structs in it as `coordinate.latitude`; what is deeper is JSON.
    private static func flat(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var flat: [String: JSONValue] = [:]
        for (key, value): (String, JSONValue) in members {
            if case .object(let inner) = value, inner.values.allSatisfy(isScalar) {
                for (name, part): (String, JSONValue) in inner { flat["\(key).\(name)"] = part }
            } else {
                flat[key] = value
            }
        }
        return flat
    }

    private static func isScalar(_ json: JSONValue) -> Bool {
        switch json {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.isEmpty
        default: true
        }
    }

    private static func scalar(_ json: JSONValue) -> String {
        switch json {
        case .string(let text): text.printable
        case .null: "-"
        default: json.text.printable
        }
    }

    private static func cut(_ text: String) -> String {
        text.count > widest ? "\(text.prefix(widest - 1))…" : text
    }
}
