/// The client: the interface's protocol over a channel.
enum ClientCode {
    static func emit(_ file: ResolvedFile, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText) {
        text.line("/// Calls the boards of \(file.contract.name) over a channel.")
        text.block("public struct \(file.contract.name)Client: \(interface.name) {") { text in
            text.line("private let channel: any Channel")
            text.line()
            text.line("/// A client of whoever serves the interface.")
            text.line("/// - Parameter channel: the way to it; each call of a board is a call of the channel.")
            text.block("public init(_ channel: any Channel) {") { $0.line("self.channel = channel") }
            for board: ResolvedBoard in interface.boards {
                text.line()
                emit(board, interface, bodies, to: &text)
            }
        }
    }

    private static func emit(
        _ board: ResolvedBoard, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText
    ) {
        if !board.descriptor.documentation.isEmpty { text.documentation(board.descriptor.documentation) }
        text.block(head(board)) { text in
            if board.descriptor.many {
                emitMany(board, interface, bodies, to: &text)
            } else {
                emitOne(board, interface, bodies, to: &text)
            }
        }
    }

    private static func emitOne(
        _ board: ResolvedBoard, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText
    ) {
        text.line("try await Failure.call(")
        text.indented { text in
            text.line("channel, \(request(board, bodies)),")
            emitDecoding(board, interface, bodies, to: &text)
        }
    }

    private static func emitDecoding(
        _ board: ResolvedBoard, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText
    ) {
        let decoding: String = "decode: \(bodies.decoder(board.output, board.place("Output"))),"
        let refusing: String = "decodeRefusal: \(interface.refusal).failure)"
        for part: String in text.fits("\(decoding) \(refusing)") ? ["\(decoding) \(refusing)"] : [decoding, refusing] {
            text.line(part)
        }
    }

    /// What the channel is called with: an Input that is a message is encoded by the channel, to where it goes out.
    private static func request(_ board: ResolvedBoard, _ bodies: BodyCode) -> String {
        let (number, idempotent): (UInt32, Bool) = (board.descriptor.number, board.descriptor.idempotent)
        if case .message = board.input { return "board: \(number), input, isIdempotent: \(idempotent)" }
        let input: String = bodies.encoding("input", board.input, board.place("Input"))
        return "CallRequest(board: \(number), body: \(input), isIdempotent: \(idempotent))"
    }

    private static func emitMany(
        _ board: ResolvedBoard, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText
    ) {
        text.line("Outputs<\(board.output.spelling)>(")
        text.indented { text in
            let input: String = bodies.encoding("input", board.input, board.place("Input"))
            let request: String =
                "calling: channel, CallRequest(board: \(board.descriptor.number), body: \(input), isIdempotent: \(board.descriptor.idempotent)),"
            for part: String in text.fits(request) ? [request] : splitRequest(board, input) { text.line(part) }
            if let command: FieldType = board.command {
                text.line("commands: commands, encodeCommand: \(bodies.encoder(command, board.place("Command"))),")
            }
            emitDecoding(board, interface, bodies, to: &text)
        }
    }

    private static func splitRequest(_ board: ResolvedBoard, _ input: String) -> [String] {
        [
            "calling: channel, CallRequest(",
            "    board: \(board.descriptor.number), body: \(input), isIdempotent: \(board.descriptor.idempotent)),",
        ]
    }

    private static func head(_ board: ResolvedBoard) -> String {
        var parameters: [String] = []
        if board.hasInput { parameters.append("_ input: \(board.input.spelling)") }
        if let command: FieldType = board.command { parameters.append("_ commands: Commands<\(command.spelling)>") }
        let start: String = "public func \(board.name.escapedName)(\(parameters.joined(separator: ", ")))"
        return board.descriptor.many
            ? "\(start) -> Outputs<\(board.output.spelling)> {"
            : "\(start) async throws(Failure)\(board.output == .void ? "" : " -> \(board.output.spelling)") {"
    }
}
