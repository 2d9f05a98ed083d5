import ColonnadeContract
import ColonnadeEventLoop

/// The input of a call as the command line has it.
struct CallInput {
    /// JSON, `@FILE`, or `-` for standard input.
    let text: String
    /// Whether the command line has one at all.
    let wasGiven: Bool

    func encoded(for target: CallTarget) throws(CommandFailure) -> [UInt8] {
        do {
            let json: JSONValue = try JSONValue(parsing: try bytes())
            return try ContractJSON.encode(json, type: target.board.input, in: target.contract, readFile: WholeFile.read)
        } catch let error as JSONMappingError {
            let given: String = wasGiven ? "The input does not fit" : "\(target.board.name) needs an input"
            throw CommandFailure(
                .usage,
                "\(given) (\(target.board.input)): \(error). `svc-supervisor describe \(target.vertical) \(target.board.name)` shows it.")
        } catch {
            throw CommandFailure(.usage, "The input can not be read: \(error)")
        }
    }

    private func bytes() throws -> [UInt8] {
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
