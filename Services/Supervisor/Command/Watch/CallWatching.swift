import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import FoundationEssentials
import SupervisorCore

/// Prints calls of one vertical as they end, also past the end of its process. On the loop.
struct CallWatching: Sendable {
    private enum Turn {
        /// Nobody reads any more.
        case unread
        case gone(Fault)
    }

    /// Between two looks at whether a vertical is back.
    private static let pause: Duration = .milliseconds(500)

    let target: WatchTarget
    let source: SuiteSource
    let json: Bool
    let loop: EventLoop

    /// Ends with its task, or when nobody reads any more.
    func run() async throws(CommandFailure) {
        var isSaid: Bool = false
        while !Task.isCancelled {
            if try await isReady() {
                isSaid = false
                guard case .gone(let fault) = await watch() else { return }
                if fault.code == .undeclared || fault.code == .exhausted || fault.code == .unimplemented {
                    throw CommandFailure(.failed, FailureJSON.text(fault))
                }
            }
            if !isSaid, !Task.isCancelled { Terminal.error("\(target.vertical) does not run; its calls are shown when it does again.") }
            isSaid = true
            try? await loop.sleep(for: Self.pause)
        }
    }

    /// A socket whose daemon does not run would start it.
    private func isReady() async throws(CommandFailure) -> Bool {
        try await source.statuses([target.vertical]).first?.state == .ready
    }

    private func watch() async -> Turn {
        let connector: Connector = source.connector(to: target.vertical, target.contract, loop)
        defer { connector.close() }
        do {
            let calls: OutputSequence<WatchedCalls, NoRefusal> = IntrospectionClient(PlatformChannel(connector))
                .watch(WatchRequest(board: target.board))
            for try await some: WatchedCalls in calls {
                guard show(some) else { return .unread }
            }
            return .gone(Fault(.unavailable, "The watch has ended.", outcome: .done))
        } catch {
            return .gone(error.fault ?? Fault(.internal, "\(error)", outcome: .unknown))
        }
    }

    /// - Returns: false where nobody reads any more.
    private func show(_ some: WatchedCalls) -> Bool {
        if some.lost > 0 {
            let lost: JSONValue = .object(["vertical": .string(target.vertical), "lost": .unsigned(some.lost)])
            let text: String = Terminal.coloured(
                "… \(some.lost) calls of \(target.vertical) are not shown: they came faster than this", .dim)
            guard Terminal.line(json ? lost.text : text) else { return false }
        }
        return some.calls.allSatisfy { call in
            let line: WatchLine = WatchLine(call, of: target.vertical, target.contract)
            if json { return Terminal.line(line.json(at: TracePrinting.text(call.start)).text) }
            let isTerminal: Bool = StandardOutput.isTerminal
            let pieces: [TraceText.Piece] = line.pieces(
                at: String(TracePrinting.text(call.start).dropFirst(11).prefix(12)), width: isTerminal ? StandardOutput.width : nil)
            return Terminal.line(pieces.map { isTerminal ? TracePrinting.coloured($0) : $0.text }.joined())
        }
    }
}
