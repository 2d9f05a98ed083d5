import ColonnadeEventLoop
import SupervisorCore

/// Finds out when a program is ready that does not say so itself. Belongs to the loop.
final class ReadinessProbe {
    /// Between two looks: first as short as a program may take to start, then doubled up to the longest.
    private static let firstPause: Duration = .milliseconds(5)
    private static let longestPause: Duration = .milliseconds(250)
    /// A command that takes longer is ended, and counts as not ready.
    private static let longestCommand: Duration = .seconds(10)
    private static let longestOutput: Int = 1 << 20

    /// What is looked at.
    enum Sign: Sendable {
        /// Whether something accepts connections here.
        case socket(String)
        /// Whether this ends with status 0.
        case command(SpawnRequest)
    }

    private let sign: Sign
    private let loop: EventLoop
    private let isReady: @Sendable () -> Void
    private var pause: Duration = ReadinessProbe.firstPause
    private var timer: LoopTimer?
    private var isOver: Bool = false

    /// Begins to look.
    /// - Parameter isReady: called once, unless ``end()`` comes first.
    init(_ sign: Sign, loop: EventLoop, isReady: @escaping @Sendable () -> Void) {
        self.sign = sign
        self.loop = loop
        self.isReady = isReady
        wait()
    }

    /// Looks no more.
    func end() {
        isOver = true
        timer?.cancel()
        timer = nil
    }

    private func wait() {
        timer = loop.schedule(after: pause) { [bound = LoopBound(self, loop: loop)] in bound.value.look() }
        pause = min(pause * 2, Self.longestPause)
    }

    private func look() {
        switch sign {
        case .socket(let path):
            let socket: UnixSocket? = try? UnixSocket.connect(path: path, loop: loop)
            socket?.close()
            found(socket != nil)
        case .command(let request):
            loop.startTask { [bound = LoopBound(self, loop: loop), loop] in
                let run: ChildRun = ChildRun(request, within: Self.longestCommand, atMost: Self.longestOutput)
                let isGood: Bool = (try? await run.outcome(on: loop))?.exit == .exited(0)
                bound.value.found(isGood)
            }
        }
    }

    private func found(_ isGood: Bool) {
        guard !isOver else { return }
        guard isGood else { return wait() }
        end()
        isReady()
    }
}
