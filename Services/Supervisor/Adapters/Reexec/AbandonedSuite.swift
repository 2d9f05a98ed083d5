public import ColonnadeEventLoop
import Glibc

/// A suite that this program could not take over: its verticals must not be left without a supervisor.
public enum AbandonedSuite {
    /// As long as a vertical has to drain by itself.
    private static let grace: Duration = .seconds(15)

    /// Ends every child of this process, in order where they go by SIGTERM, and removes the sockets of the suite. On the loop.
    /// - Returns: how many there were.
    public static func end(_ home: SuiteHome, loop: EventLoop) async -> Int {
        let (ended, source): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        var children: [ChildProcess] = []
        for pid: Int32 in ChildProcess.ofThisProcess {
            guard let child: ChildProcess = try? ChildProcess.adopt(pid: pid, loop: loop, onExit: { _ in source.yield() }) else { continue }
            children.append(child)
        }
        for child: ChildProcess in children {
            child.kill(SIGTERM)
            // One that is stopped would not hear it.
            child.kill(SIGCONT)
        }
        let all: [ChildProcess] = children
        let timer: LoopTimer = loop.schedule(after: grace) {
            for child: ChildProcess in all { child.kill(SIGKILL) }
        }
        var left: Int = all.count
        if left > 0 {
            for await _: Void in ended {
                left -= 1
                if left == 0 { break }
            }
        }
        timer.cancel()
        home.clearRun()
        return all.count
    }
}
