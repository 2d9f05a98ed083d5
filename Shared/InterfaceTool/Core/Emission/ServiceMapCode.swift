/// Board identifiers and the service map: `BoardID.maps.searchPlaces`, `mainboard.serviceMap.maps.searchPlaces`.
enum ServiceMapCode {
    static func emitBoards(_ file: ResolvedFile, _ interface: ResolvedInterface, to text: inout SourceText) {
        let name: String = file.contract.name
        text.block("extension BoardID {") { text in
            text.line("/// The boards of \(name).")
            text.line("// swift-format-ignore: TypeNamesShouldBeCapitalized")
            text.block("public enum \(name.lowerCamel.escapedName) {") { text in
                for (index, board): (Int, ResolvedBoard) in interface.boards.enumerated() {
                    if index > 0 { text.line() }
                    if !board.descriptor.documentation.isEmpty { text.documentation(board.descriptor.documentation) }
                    text.call(
                        "public static let \(board.name.escapedName): BoardID = BoardID",
                        ["interface: \(name.literal)", "board: \(board.name.literal)"])
                }
            }
        }
    }

    static func emitMap(_ file: ResolvedFile, _ interface: ResolvedInterface, to text: inout SourceText) {
        let name: String = file.contract.name
        text.line("/// The boards of \(name), to be activated through a motherboard.")
        text.block("public struct \(name)ServiceMap: Sendable {") { text in
            text.line("let mainboard: any Mainboard")
            for board: ResolvedBoard in interface.boards {
                text.line()
                if !board.descriptor.documentation.isEmpty { text.documentation(board.descriptor.documentation) }
                emit(board, file, interface, to: &text)
            }
        }
        text.line()
        text.block("extension ServiceMap {") { text in
            text.line("/// The boards of \(name).")
            text.line("public var \(name.lowerCamel.escapedName): \(name)ServiceMap { \(name)ServiceMap(mainboard: mainboard) }")
        }
    }

    private static func emit(
        _ board: ResolvedBoard, _ file: ResolvedFile, _ interface: ResolvedInterface, to text: inout SourceText
    ) {
        let name: String = file.contract.name
        let command: String = board.command?.spelling ?? "Never"
        let type: String = "Service<\(board.input.spelling), \(board.output.spelling), \(command), \(interface.refusal)>"
        text.block("public var \(board.name.escapedName): \(type) {") { text in
            let parameters: String =
                "channel, \(board.hasInput ? "input" : "_"), \(board.command == nil ? "_" : "commands")"
            let arguments: String = ((board.hasInput ? ["input"] : []) + (board.command == nil ? [] : ["commands"]))
                .joined(separator: ", ")
            let call: String = "\(name)Client(channel).\(board.name.escapedInMember)(\(arguments))"
            let id: String = "BoardID.\(name.lowerCamel.escapedInMember).\(board.name.escapedInMember)"
            text.block("Service(\(id), on: mainboard) { \(parameters) in") { text in
                if board.descriptor.many { return text.line(call) }
                let failure: String = "CallFailure<\(interface.refusal)>"
                text.block("OutputSequence(one: { () async throws(\(failure)) -> \(board.output.spelling) in", end: "})") { text in
                    text.line("try await \(call)")
                }
            }
        }
    }
}
