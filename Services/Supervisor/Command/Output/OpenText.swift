import ColonnadeContract
import ColonnadeSystemIO

/// What came of a deep link, for people and for scripts.
enum OpenText {
    static func isDone(_ outcome: OpenOutcome) -> Bool {
        if case .opened = outcome { true } else { false }
    }

    static func lines(_ opened: OpenedURL, inBrowser: Bool) -> [String] {
        var lines: [String] = []
        if let handler: LinkHandler = opened.handler {
            lines.append("\(handler.vertical) \(verb(opened.outcome)) it by \(handler.pattern)\(board(of: opened.outcome))")
            if !handler.others.isEmpty { lines.append("also matched, and say less: \(handler.others.joined(separator: ", "))") }
        }
        switch opened.outcome {
        case .opened(_, let text): if !inBrowser { lines += ["", text] }
        case .refused(let reason), .barrier(_, let reason), .failed(_, let reason): lines.append(reason)
        case .unmatched(let nearest):
            lines.append(
                "No vertical has this link.\(nearest.map { " The nearest is \($0)." } ?? "") `svc-supervisor describe` lists them.")
        case .unknown: lines.append("The shell says what this svc-supervisor does not know; install the suite's own.")
        }
        if !opened.unreachable.isEmpty {
            lines.append("These could not be asked: \(opened.unreachable.joined(separator: ", ")). See `svc-supervisor status`.")
        }
        if !opened.address.isEmpty { lines.append("in a browser: \(opened.address)") }
        return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable } }
    }

    static func json(_ opened: OpenedURL) throws(CommandFailure) -> String {
        do {
            return try ContractJSON.decode(opened.encoded(), type: "OpenedURL", in: ShellContract.descriptor).text
        } catch {
            throw CommandFailure(.failed, "The shell's answer is not understood: \(error)")
        }
    }

    private static func verb(_ outcome: OpenOutcome) -> String {
        switch outcome {
        case .refused: "refuses"
        case .barrier: "asks for something first to open"
        default: "opens"
        }
    }

    private static func board(of outcome: OpenOutcome) -> String {
        switch outcome {
        case .opened(let board, _), .barrier(let board, _), .failed(let board, _): board.isEmpty ? "" : " with \(board)"
        default: ""
        }
    }
}
