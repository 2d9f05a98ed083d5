import ColonnadeContract
import ColonnadeEventLoop
import FoundationEssentials
import Glibc

/// Runs `top`: readings, keys and signals go into the view, and its lines to the terminal. On the loop.
struct TopScreen: Sendable {
    private enum Event: Sendable {
        case read([VerticalReading])
        case failed(String)
        case keys([UInt8])
        case resized
        case stopped
        case continued
        case ended
    }

    private static let interval: Duration = .seconds(1)
    /// How many readings durations are taken over.
    private static let window: Int = 10
    /// Whoever leans on a key while the terminal is slow loses keys, not memory.
    private static let mostEvents: Int = 256

    let reading: SuiteReading
    let loop: EventLoop

    func run(on terminal: RawTerminal) async throws(SocketError) {
        let (events, source) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(Self.mostEvents))
        let keys: PipeReader = try terminal.readKeys(on: loop, { source.yield(.keys($0)) }, onEnd: { source.yield(.ended) })
        let signals: [SignalSource] = listen(source)
        let readings: Task<Void, Never> = Task(executorPreference: loop) { await read(into: source) }
        terminal.take()
        defer {
            terminal.restore()
            readings.cancel()
            keys.close()
            for signal: SignalSource in signals { signal.cancel() }
        }
        var view: TopView = TopView()
        var past: [[VerticalReading]] = []
        let host: String = ProcessInfo.processInfo.hostName
        for await event: Event in events {
            switch event {
            case .read(let now):
                past = Array((past + [now]).suffix(Self.window + 1))
                view.show(now.map { reading in reading.since(past[0].first { $0.status.name == reading.status.name }) })
            case .failed(let message): view.show(trouble: message)
            case .keys(let bytes):
                let page: Int = TopView.page(RawTerminal.size.lines)
                for key: TopKey in TopKey.read(bytes) { if !view.press(key, page: page) { return } }
            case .resized: break
            case .stopped:
                terminal.stop()
                continue
            case .continued: terminal.take()
            case .ended: return
            }
            guard draw(&view, host) else { return }
        }
    }

    /// A line of JSON a second, until nobody reads or ctrl-C comes.
    func printLines() async throws(CommandFailure) -> ExitStatus {
        let host: String = ProcessInfo.processInfo.hostName
        let waiting: Task<Void, Never> = Task(executorPreference: loop) { try? await loop.sleep(for: .seconds(Int64.max / 4_000_000_000)) }
        for number: Int32 in [SIGINT, SIGTERM] { loop.onSignal(number) { waiting.cancel() } }
        while !waiting.isCancelled {
            let now: Date = Date()
            let values: [JSONValue] = try await reading.read().map { reading throws(CommandFailure) in
                try ReadingJSON.value(of: reading, host: host, now: now)
            }
            guard Terminal.line(JSONValue.object(["verticals": .array(values)]).text) else { break }
            try? await loop.sleep(for: Self.interval)
        }
        waiting.cancel()
        return .done
    }

    private func listen(_ source: AsyncStream<Event>.Continuation) -> [SignalSource] {
        let ends: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        return ends.map { loop.onSignal($0) { source.yield(.ended) } } + [
            loop.onSignal(SIGWINCH) { source.yield(.resized) }, loop.onSignal(SIGTSTP) { source.yield(.stopped) },
            loop.onSignal(SIGCONT) { source.yield(.continued) },
        ]
    }

    private func read(into source: AsyncStream<Event>.Continuation) async {
        while !Task.isCancelled {
            do throws(CommandFailure) {
                source.yield(.read(try await reading.read()))
            } catch {
                source.yield(.failed(error.message))
            }
            try? await loop.sleep(for: Self.interval)
        }
    }

    /// - Returns: false where nobody looks any more.
    private func draw(_ view: inout TopView, _ host: String) -> Bool {
        let size: (columns: Int, lines: Int) = RawTerminal.size
        let lines: [TopLine] = view.lines(columns: size.columns, lines: size.lines, host: host, now: Date())
        // Each line is cleared before it is written, not the whole screen, which would flicker; and not behind it, where a line that
        // reaches the edge would lose its end.
        let text: String = "\u{1B}[H" + lines.map { "\u{1B}[K\($0.text)" }.joined(separator: "\r\n") + "\u{1B}[J"
        return StandardOutput.write(Array(text.utf8))
    }
}
