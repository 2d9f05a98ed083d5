/// The serving side: decodes Inputs and starts boards.
enum DispatcherCode {
    static func emit(_ file: ResolvedFile, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText) {
        let name: String = file.contract.name
        text.line("/// Serves \(name): decodes each Input and starts its board.")
        text.block("public struct \(name)Dispatcher<Provider: \(interface.name)>: Dispatcher {") { text in
            text.line("private let shared: SharedProvider<Provider>")
            text.line()
            text.line("/// Serves what a provider implements.")
            text.line("/// - Parameter provider: who implements the boards.")
            text.block("public init(_ provider: Provider) {") { $0.line("shared = SharedProvider(provider)") }
            text.line()
            text.line("/// The contract that is served.")
            text.line("public var contract: ContractDescriptor { \(name)Contract.descriptor }")
            text.line()
            emitDispatch(interface, to: &text)
            for board: ResolvedBoard in interface.boards {
                text.line()
                emit(board, interface, bodies, to: &text)
            }
        }
    }

    private static func emitDispatch(_ interface: ResolvedInterface, to text: inout SourceText) {
        text.line("/// Starts `board` with the Input in `body`. An unknown case in an Input is an error.")
        text.line("/// - Returns: false where the interface has no such board.")
        text.line("/// - Throws: what is wrong with the Input; no handler was started then.")
        text.block(
            "public func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {"
        ) { text in
            text.line("body.acceptsUnknownCases = false")
            text.line("switch board {")
            for board: ResolvedBoard in interface.boards {
                text.line("case \(board.descriptor.number): try \(serving(board))(&body, call)")
            }
            text.line("default: return false")
            text.line("}")
            text.line("return true")
        }
    }

    private static func emit(
        _ board: ResolvedBoard, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText
    ) {
        text.block("private func \(serving(board))(_ body: inout WireReader, _ call: any ServedCall) throws(WireError) {") { text in
            let decoding: String = bodies.decoding("body", board.input, board.place("Input"))
            text.line(board.hasInput && board.input != .void ? "let input: \(board.input.spelling) = \(decoding)" : decoding)
            if let command: FieldType = board.command { emitCommands(command, board, bodies, to: &text) }
            let call: String = "shared.provider.\(board.name.escapedInMember)(\(arguments(board)))"
            if board.descriptor.many {
                emitMany(call, board, bodies, to: &text)
            } else {
                emitOne(call, board, interface, bodies, to: &text)
            }
        }
    }

    private static func emitCommands(
        _ command: FieldType, _ board: ResolvedBoard, _ bodies: BodyCode, to text: inout SourceText
    ) {
        let type: String = command.spelling
        text.block(
            "let commands: Commands<\(type)> = call.commands { (reader: inout WireReader) throws(WireError) -> \(type) in"
        ) { text in
            text.line("reader.acceptsUnknownCases = false")
            text.line("return \(bodies.decoding("reader", command, board.place("Command")))")
        }
    }

    private static func emitMany(_ call: String, _ board: ResolvedBoard, _ bodies: BodyCode, to text: inout SourceText) {
        emitHandler(takesSink: true, to: &text) { text in
            let encoder: String = bodies.encoder(board.output, board.place("Output"))
            text.call("await \(call).serve", isMessage(board.output) ? ["into: sink"] : ["into: sink", "encode: \(encoder)"])
        }
    }

    private static func emitOne(
        _ call: String, _ board: ResolvedBoard, _ interface: ResolvedInterface, _ bodies: BodyCode, to text: inout SourceText
    ) {
        let isMessage: Bool = isMessage(board.output)
        emitHandler(takesSink: isMessage, to: &text) { text in
            text.line("do throws(CallFailure<\(interface.refusal)>) {")
            text.indented { text in
                if board.output == .void {
                    text.line("try await \(call)")
                    text.line("return .output([])")
                } else {
                    text.line("let output: \(board.output.spelling) = try await \(call)")
                    text.line(
                        isMessage
                            ? "return sink.output(output)"
                            : "return .output(\(bodies.encoding("output", board.output, board.place("Output"))))")
                }
            }
            text.line("} catch {")
            text.indented { $0.line("return Reply(failure: error)") }
            text.line("}")
        }
    }

    /// The handler as a function: the compiler would wrap a closure in a second one, which costs a call an allocation. What it
    /// takes of `self` is a constant, or each call would look the dispatcher's generic type up.
    private static func emitHandler(takesSink: Bool, to text: inout SourceText, _ body: (inout SourceText) -> Void) {
        text.line("let shared: SharedProvider<Provider> = shared")
        text.block("@Sendable func handle(\(takesSink ? "_ sink" : "_"): any OutputSink) async -> Reply {", body)
        text.line("call.serve(handle)")
    }

    private static func isMessage(_ type: FieldType) -> Bool {
        if case .message = type { true } else { false }
    }

    private static func serving(_ board: ResolvedBoard) -> String { "serve\(board.name.upperCamel)" }

    private static func arguments(_ board: ResolvedBoard) -> String {
        let input: [String] = board.hasInput ? [board.input == .void ? "()" : "input"] : []
        return (input + (board.command == nil ? [] : ["commands"])).joined(separator: ", ")
    }
}
