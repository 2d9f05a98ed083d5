import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeWire

/// Where the commands of a conversation come from.
struct CommandSource: Sendable {
    private enum Kind: Sendable {
        case none
        /// A file's bytes, in pieces.
        case bytes(InputFile)
        /// A command in JSON on each line.
        case lines(InputFile)
    }

    /// Small beside the limit of a frame, large beside its header.
    private static let pieceBytes: Int = 64 << 10

    private let kind: Kind
    private let target: CallTarget

    init(sendFile: String?, commands: String?, target: CallTarget) throws(CommandFailure) {
        self.target = target
        guard sendFile != nil || commands != nil else {
            kind = .none
            return
        }
        guard let type: String = target.board.command else {
            throw CommandFailure(.usage, "\(target.board.name) takes no commands.")
        }
        if sendFile != nil, type != "[UInt8]" {
            throw CommandFailure(.usage, "\(target.board.name) takes commands of \(type), not of bytes; send them by --commands.")
        }
        do throws(SocketError) {
            if let sendFile {
                kind = .bytes(try InputFile(path: sendFile))
            } else {
                kind = .lines(commands == "-" ? try InputFile.standardInput() : try InputFile(path: commands ?? ""))
            }
        } catch {
            throw CommandFailure(.usage, "The commands can not be read: \(error)")
        }
    }

    /// Sends everything, and then says that it was all.
    /// - Returns: what was wrong with the commands; nil where the activation ended first, or all went well.
    func send(to stream: any CallStream, on loop: EventLoop) async -> String? {
        do {
            switch kind {
            case .none: break
            case .bytes(let file): try await sendBytes(of: file, to: stream, on: loop)
            case .lines(let file): try await sendLines(of: file, to: stream, on: loop)
            }
            stream.finishCommands()
            return nil
        } catch is CallError {
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func sendBytes(of file: InputFile, to stream: any CallStream, on loop: EventLoop) async throws {
        var sent: Int = 0
        while case let piece = try await loop.offload({ try file.read(Self.pieceBytes) }), !piece.isEmpty {
            var writer: WireWriter = WireWriter()
            writer.writeBytes(piece, field: 1)
            try await stream.send(command: writer.bytes)
            sent += piece.count
            Terminal.progress("sent \(Self.megabytes(sent))\(file.size.map { " of \(Self.megabytes($0))" } ?? "") MB")
        }
        Terminal.progress("")
    }

    private func sendLines(of file: InputFile, to stream: any CallStream, on loop: EventLoop) async throws {
        var rest: [UInt8] = []
        var number: Int = 0
        var isAtEnd: Bool = false
        while !isAtEnd {
            let piece: [UInt8] = try await loop.offload { try file.read(Self.pieceBytes) }
            isAtEnd = piece.isEmpty
            rest += piece
            while let end: Int = rest.firstIndex(of: UInt8(ascii: "\n")) ?? (isAtEnd && !rest.isEmpty ? rest.count : nil) {
                number += 1
                let line: [UInt8] = Array(rest[..<end])
                rest.removeFirst(min(end + 1, rest.count))
                if let command: [UInt8] = try encoded(line, number) { try await stream.send(command: command) }
            }
        }
    }

    /// The line as a command; nil for an empty line.
    private func encoded(_ line: [UInt8], _ number: Int) throws(CommandFailure) -> [UInt8]? {
        guard line.contains(where: { ![9, 13, 32].contains($0) }), let type: String = target.board.command else { return nil }
        do throws(JSONMappingError) {
            return try ContractJSON.encode(try JSONValue(parsing: line), type: type, in: target.contract, readFile: WholeFile.read)
        } catch {
            throw CommandFailure(.usage, "command \(number) does not fit (\(type)): \(error)")
        }
    }

    private static func megabytes(_ bytes: Int) -> String {
        let tenths: Int = bytes * 10 / (1 << 20)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension CommandFailure: CustomStringConvertible {
    var description: String { message }
}
