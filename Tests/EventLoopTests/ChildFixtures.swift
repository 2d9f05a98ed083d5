import ColonnadeEventLoop

/// A shell command whose standard output is collected.
final class Shell: Sendable {
    let child: ChildProcess
    private let loop: EventLoop
    private let output: LoopBound<[UInt8]>
    private let status: LoopBound<ExitStatus?>
    private let isOutputOver: LoopBound<Bool>
    private let waiting: LoopBound<[CheckedContinuation<Void, Never>]>

    /// Starts `/bin/sh -c command`; `change` may ask for more.
    init(_ command: String, loop: EventLoop, change: (inout SpawnRequest) -> Void = { _ in }) throws {
        self.loop = loop
        let output: LoopBound<[UInt8]> = LoopBound([], loop: loop)
        let status: LoopBound<ExitStatus?> = LoopBound(nil, loop: loop)
        let isOver: LoopBound<Bool> = LoopBound(false, loop: loop)
        let waiting: LoopBound<[CheckedContinuation<Void, Never>]> = LoopBound([], loop: loop)
        let wake: @Sendable () -> Void = {
            for continuation in waiting.value { continuation.resume() }
            waiting.value = []
        }
        let pipe = try OwnedDescriptor.pipe()
        var request: SpawnRequest = SpawnRequest(executable: "/bin/sh", arguments: ["-c", command])
        request.environment = ["PATH": "/usr/bin:/bin"]
        request.descriptors = [SpawnRequest.PassedDescriptor(pipe.writing.number, as: 1)]
        change(&request)
        child = try ChildProcess.spawn(request, loop: loop) { end in
            status.value = end
            wake()
        }
        try PipeReader(adopting: pipe.reading, loop: loop).start(
            onBytes: { bytes in
                output.withValue { $0 += bytes }
                wake()
            },
            onEnd: {
                isOver.value = true
                wake()
            })
        (self.output, self.status, self.isOutputOver, self.waiting) = (output, status, isOver, waiting)
    }

    /// How the command ended; all of its output has come too.
    func end() async -> ExitStatus {
        await until { self.status.value != nil && self.isOutputOver.value }
        return status.value!
    }

    /// The output so far, once it has so many whole lines.
    func lines(_ count: Int = 1) async -> String {
        await until { self.output.value.count { $0 == UInt8(ascii: "\n") } >= count }
        return text
    }

    var text: String { String(decoding: output.value, as: UTF8.self) }

    private func until(_ isReady: () -> Bool) async {
        while !isReady() {
            await withCheckedContinuation { continuation in waiting.withValue { $0.append(continuation) } }
        }
    }
}
