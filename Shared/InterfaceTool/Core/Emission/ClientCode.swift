/// The client: the interface's protocol over a channel.
enum ClientCode {
    static func emit(_ file: ResolvedFile, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText) {
        text.line("/// Calls the boards of \(file.contract.name) over a channel.")
        text.block("public struct \(file.contract.name)Client: \(interface.name) {") { text in
            text.line("private let channel: any Channel")
            text.line()
            text.line("/// - Parameter channel: the way to whoever serves the interface.")
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
            let output: String = board.output.spelling
            text.line(board.descriptor.many ? "Outputs<\(output)>(" : "try await channel.call(")
            text.indented { text in
                let input: String = bodies.encoding("input", board.input, board.place("Input"))
                let call: String = board.descriptor.many ? "calling: channel, " : ""
                let request: String =
                    "\(call)CallRequest(board: \(board.descriptor.number), body: \(input), isIdempotent: \(board.descriptor.idempotent)),"
                for part: String in text.fits(request) ? [request] : splitRequest(board, input, call) { text.line(part) }
                if let command: FieldType = board.command {
                    text.line("commands: commands, encodeCommand: \(bodies.encoder(command, board.place("Command"))),")
                }
                let decoding: String = "decode: \(bodies.decoder(board.output, board.place("Output"))),"
                let refusing: String = "decodeRefusal: \(interface.refusal).failure)"
                for part: String in text.fits("\(decoding) \(refusing)") ? ["\(decoding) \(refusing)"] : [decoding, refusing] {
                    text.line(part)
                }
            }
        }
    }

    private static func splitRequest(_ board: ResolvedBoard, _ input: String, _ call: String) -> [String] {
        [
            "\(call)CallRequest(",
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
