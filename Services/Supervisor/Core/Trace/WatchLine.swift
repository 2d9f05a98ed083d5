public import ColonnadeContract
public import ColonnadeSystemIO
import FoundationEssentials

/// One call that has passed, on one line: who called what, how it ended, and how much went in and out. Never what it carried: types and
/// sizes are all that a daemon tells.
public struct WatchLine {
    /// Whom the line is about, in columns that stay below each other where names have a usual length.
    private static let consumerWidth: Int = 12
    private static let boardWidth: Int = 28
    private static let outcomeWidth: Int = 10
    private static let timeWidth: Int = 7

    private let vertical: String
    private let contract: ContractDescriptor
    private let call: WatchedCall

    public init(_ call: WatchedCall, of vertical: String, _ contract: ContractDescriptor) {
        self.call = call
        self.vertical = vertical
        self.contract = contract
    }

    private var board: String { TraceWord.clean(String(call.board.drop { $0 != "." }.dropFirst())) }

    private var descriptor: BoardDescriptor? { contract.boards.first { $0.name == board } }

    /// - Parameters:
    ///   - time: when it began, as the clock on the wall shows it.
    ///   - width: the terminal's columns; nil for as many as it takes.
    public func pieces(at time: String, width: Int?) -> [TraceText.Piece] {
        let outcome: String = CallWords.text(call.end, in: contract)
        let pieces: [TraceText.Piece] = [
            TraceText.Piece(time + "  ", .dim),
            TraceText.Piece(Self.padded(call.consumer.map(TraceWord.clean) ?? "anybody", Self.consumerWidth) + "  "),
            TraceText.Piece(Self.padded("\(vertical).\(board)", Self.boardWidth) + "  "),
            TraceText.Piece(Self.padded(outcome, Self.outcomeWidth), CallWords.isAnswered(call.end) ? .good : .bad),
            TraceText.Piece(Self.left(NumberText.time(max(call.duration, .zero)), Self.timeWidth) + "  "),
            TraceText.Piece(sizes, .dim),
        ]
        return Self.fitted(pieces, width)
    }

    /// `SearchInput 45B → [Place] 1.2kB`.
    private var sizes: String {
        func part(_ type: String?, _ bytes: Int?) -> String {
            [type.map(TraceWord.clean), bytes.map { NumberText.bytes(max($0, 0)) }].compactMap { $0 }.joined(separator: " ")
        }
        let output: String? = descriptor.map { $0.many ? "\($0.output)…" : $0.output }
        return part(descriptor?.input, call.inputBytes) + " → " + part(CallWords.isAnswered(call.end) ? output : nil, call.outputBytes)
    }

    /// - Parameter time: when it began, as RFC 3339.
    public func json(at time: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "time": .string(time), "vertical": .string(vertical), "board": .string(board),
            "consumer": call.consumer.map { .string(TraceWord.clean($0)) } ?? .null,
            "durationSeconds": .number(max(call.duration, .zero) / .seconds(1)),
            "trace": call.trace.flatMap { TraceID($0) }.map { .string($0.description) } ?? .null,
            "inputType": descriptor.map { .string($0.input) } ?? .null, "outputType": descriptor.map { .string($0.output) } ?? .null,
            "inputBytes": call.inputBytes.map { .integer(Int64(max($0, 0))) } ?? .null,
            "outputBytes": call.outputBytes.map { .integer(Int64(max($0, 0))) } ?? .null,
        ]
        members.merge(CallWords.json(call.end, in: contract)) { $1 }
        return .object(members)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0) + 2) + text
    }

    private static func fitted(_ pieces: [TraceText.Piece], _ width: Int?) -> [TraceText.Piece] {
        guard let width, pieces.reduce(0, { $0 + $1.text.count }) > width else { return pieces }
        var room: Int = max(width - 1, 0)
        var fitted: [TraceText.Piece] = []
        for piece: TraceText.Piece in pieces where room > 0 {
            fitted.append(TraceText.Piece(String(piece.text.prefix(room)), piece.style))
            room -= piece.text.count
        }
        return fitted + [TraceText.Piece("…", .dim)]
    }
}
