import ColonnadeContract
import ColonnadeEventLoop

/// The input of a call as the command line has it.
struct CallInput {
    /// JSON, `@FILE`, or `-` for standard input; then fields. Each may be missing.
    let arguments: [String]

    func encoded(for target: CallTarget) throws(CommandFailure) -> [UInt8] {
        let json: JSONValue = try json(for: target)
        do throws(JSONMappingError) {
            return try ContractJSON.encode(json, type: target.board.input, in: target.contract, readFile: WholeFile.read)
        } catch {
            let given: String = arguments.isEmpty ? "\(target.board.name) needs an input" : "The input does not fit"
            throw CommandFailure(
                .usage,
                "\(given) (\(target.board.input)): \(error). `svc-supervisor describe \(target.vertical) \(target.board.name)` shows it.")
        }
    }

    private func json(for target: CallTarget) throws(CommandFailure) -> JSONValue {
        let first: String? = arguments.first.flatMap { FieldArguments.isField($0) ? nil : $0 }
        let fields: [String] = Array(arguments.dropFirst(first == nil ? 0 : 1))
        let start: JSONValue = try first.map { text throws(CommandFailure) in try whole(text, target) } ?? .object([:])
        return try FieldArguments(types: ContractTypes(target.contract), type: target.board.input).json(fields, into: start)
    }

    private func whole(_ text: String, _ target: CallTarget) throws(CommandFailure) -> JSONValue {
        do {
            return try JSONValue(parsing: try bytes(text))
        } catch let error as JSONMappingError {
            // Nobody writes quotation marks in quotation marks for one word.
            if TypeExpression(parsing: target.board.input) == .string, !["-", "@", "\""].contains(where: text.hasPrefix) {
                return .string(text)
            }
            throw CommandFailure(
                .usage,
                "The input does not fit (\(target.board.input)): \(error). `svc-supervisor describe \(target.vertical) \(target.board.name)` shows it."
            )
        } catch {
            throw CommandFailure(.usage, "The input can not be read: \(error)")
        }
    }

    private func bytes(_ text: String) throws -> [UInt8] {
        if text == "-" { return try WholeFile.read(try InputFile.standardInput()) }
        if text.hasPrefix("@") { return try WholeFile.read(String(text.dropFirst())) }
        return Array(text.utf8)
    }
}

/// Reads a file that fits into the memory.
enum WholeFile {
    static func read(_ path: String) throws -> [UInt8] { try read(try InputFile(path: path)) }

    static func read(_ file: InputFile) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try file.read(1 << 16), !piece.isEmpty { bytes += piece }
        return bytes
    }
}
