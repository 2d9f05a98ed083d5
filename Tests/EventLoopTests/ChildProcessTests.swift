import FoundationEssentials
import Glibc
import Testing

@testable import ColonnadeEventLoop

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ChildProcessTests {
    @Test func theExitStatusAndTheOutputCome() async throws {
        try await withLoopThrowing { loop in
            let shell: Shell = try Shell("echo hello; exit 7", loop: loop)
            #expect(await shell.end() == .exited(7))
            #expect(shell.text == "hello\n")
            #expect(!shell.child.isRunning)
            #expect(!shell.child.kill(SIGTERM))
        }
    }

    @Test func aKilledChildSaysWhichSignalItWas() async throws {
        try await withLoopThrowing { loop in
            let shell: Shell = try Shell("echo up; exec sleep 1000", loop: loop)
            #expect(await shell.lines() == "up\n")
            #expect(shell.child.kill(SIGTERM))
            #expect(await shell.end() == .signalled(SIGTERM, coreDumped: false))
        }
    }

    @Test func aChildThatCanNotBeWatchedIsReaped() async throws {
        try await withLoopThrowing { loop in
            let child: ChildProcess = try ChildProcess.spawn(SpawnRequest(executable: "/bin/sleep", arguments: ["1000"]), loop: loop) { _ in
                Issue.record("nobody hears of its end but who abandons it")
            }
            child.abandon()
            #expect(!child.isRunning)
            // A zombie would be there still.
            #expect(Glibc.kill(child.pid, 0) != 0 && errno == ESRCH)
        }
    }

    @Test func aProgramThatIsNotThereFailsWithTheStep() async throws {
        await withLoop { loop in
            #expect(throws: SpawnError(step: .execute, code: ENOENT, executable: "/no/such/program")) {
                try ChildProcess.spawn(SpawnRequest(executable: "/no/such/program"), loop: loop) { _ in
                    Issue.record("a child that never was has ended")
                }
            }
            var request: SpawnRequest = SpawnRequest(executable: "/bin/true")
            request.workingDirectory = "/no/such/directory"
            #expect(throws: SpawnError(step: .directory, code: ENOENT, executable: "/bin/true")) {
                try ChildProcess.spawn(request, loop: loop) { _ in }
            }
        }
    }

    @Test func descriptorsArriveUnderTheirNumbersAndNoOthersDo() async throws {
        try await withLoopThrowing { loop in
            let first = try OwnedDescriptor.pipe()
            let second = try OwnedDescriptor.pipe()
            // Crossed on purpose: each target is the number of another source.
            let shell: Shell = try Shell("ls -l /proc/self/fd | grep -c -v total; echo one >&3; echo two >&4", loop: loop) { request in
                request.descriptors += [
                    SpawnRequest.PassedDescriptor(first.writing.number, as: 3),
                    SpawnRequest.PassedDescriptor(second.writing.number, as: 4),
                ]
            }
            #expect(await shell.end() == .exited(0))
            // 0, 1, 2, 3, 4 and the directory that ls itself opened.
            #expect(shell.text == "6\n")
            #expect(try await firstBytes(of: first.reading, loop: loop) == "one\n")
            #expect(try await firstBytes(of: second.reading, loop: loop) == "two\n")
        }
    }

    @Test func crossedDescriptorsDoNotOverwriteEachOther() async throws {
        try await withLoopThrowing { loop in
            let pipes = try (0..<4).map { _ in try OwnedDescriptor.pipe() }
            let sources: [Int32] = pipes.map(\.writing.number)
            // The children's numbers are the sources' own, rotated by one.
            let targets: [Int32] = Array(sources.dropFirst() + sources.prefix(1))
            let script: String = targets.enumerated().map { "echo \($0.offset) > /dev/fd/\($0.element)" }.joined(separator: "; ")
            let shell: Shell = try Shell(script, loop: loop) { request in
                request.descriptors += zip(sources, targets).map { SpawnRequest.PassedDescriptor($0, as: $1) }
            }
            #expect(await shell.end() == .exited(0))
            for (number, pipe) in pipes.enumerated() {
                #expect(try await firstBytes(of: pipe.reading, loop: loop) == "\(number)\n")
            }
        }
    }

    @Test func listeningSocketsComeAsFromSystemd() async throws {
        let path: String = temporaryPath("listen")
        try await withLoopThrowing { loop in
            let listener: UnixListener = try UnixListener.bind(path: path, loop: loop)
            let shell: Shell = try Shell("echo $LISTEN_FDS $LISTEN_FDNAMES $LISTEN_PID $$; readlink /proc/$$/fd/3", loop: loop) { request in
                request.listen(on: [(name: "octopus", descriptor: listener.descriptor)])
            }
            #expect(await shell.end() == .exited(0))
            let words: [Substring] = shell.text.split(whereSeparator: \.isWhitespace)
            try #require(words.count == 5)
            #expect(words[0] == "1" && words[1] == "octopus")
            #expect(words[2] == words[3] && words[2] == "\(shell.child.pid)")
            #expect(words[4].hasPrefix("socket:"))
        }
        removeFile(path)
    }

    @Test func limitsDirectoryMaskAndSessionAreTheChildsOwn() async throws {
        try await withLoopThrowing { loop in
            let shell: Shell = try Shell("ulimit -n; pwd; umask; cut -d' ' -f6 /proc/$$/stat; echo $$", loop: loop) { request in
                request.limits = [SpawnRequest.Limit(.openFiles, 77)]
                request.workingDirectory = "/usr"
                request.fileModeMask = 0o027
            }
            #expect(await shell.end() == .exited(0))
            #expect(shell.text == "77\n/usr\n0027\n\(shell.child.pid)\n\(shell.child.pid)\n")
        }
    }

    @Test func signalsAreAsInAFreshProcess() async throws {
        try await withLoopThrowing { loop in
            let source: SignalSource = loop.onSignal(SIGUSR2) {}
            let shell: Shell = try Shell("exec cat /proc/self/status", loop: loop)
            #expect(await shell.end() == .exited(0))
            let masks: [Substring] = shell.text.split(separator: "\n").filter { line in
                ["SigBlk:", "SigIgn:", "SigCgt:"].contains { line.hasPrefix($0) }
            }
            #expect(masks.count == 3)
            for mask in masks { #expect(mask.hasSuffix("0000000000000000"), "\(mask)") }
            source.cancel()
        }
    }

    @Test func whatIsLeftOfTheGroupDiesWithItsLeader() async throws {
        try await withLoopThrowing { loop in
            // The grandchild keeps the pipe open: the output ends only when it is dead.
            let shell: Shell = try Shell("sleep 1000 & echo started; exit 3", loop: loop)
            #expect(await shell.end() == .exited(3))
            #expect(shell.text == "started\n")
        }
    }

    @Test func aChildDoesNotOutliveItsLoopsThread() async throws {
        let outer: EventLoop = EventLoop(name: "outer")
        let inner: EventLoop = EventLoop(name: "inner")
        var pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor)? = try OwnedDescriptor.pipe()
        let reading: OwnedDescriptor = try #require(pipe?.reading)
        let writing: Int32 = try #require(pipe?.writing.number)
        try await onLoop(inner) {
            Result {
                var request: SpawnRequest = SpawnRequest(executable: "/bin/sleep", arguments: ["1000"])
                request.descriptors = [SpawnRequest.PassedDescriptor(writing, as: 1)]
                _ = try ChildProcess.spawn(request, loop: inner) { _ in }
            }
        }.get()
        pipe = nil
        inner.shutdown()
        // The child has the only writing end: the pipe ends when it is dead.
        let text: Result<String, any Error> = await onLoopTask(outer) {
            do { return .success(try await firstBytes(of: reading, loop: outer)) } catch { return .failure(error) }
        }
        #expect(try text.get() == "")
        outer.shutdown()
    }

    @Test(.enabled(if: getuid() == 0, "takes privileges"))
    func aChildCanBeAnotherUser() async throws {
        try await withLoopThrowing { loop in
            let shell: Shell = try Shell("id -u; id -G; cut -d' ' -f1 /proc/$$/comm; exec sleep 1000", loop: loop) { request in
                request.user = 65534
                request.group = 65533
            }
            #expect(await shell.lines(3) == "65534\n65533\nsh\n")
            #expect(shell.child.killGroup(SIGKILL))
            #expect(await shell.end() == .signalled(SIGKILL, coreDumped: false))
        }
    }

    @Test func manyChildrenLeaveNoDescriptorBehind() async throws {
        try await withLoopThrowing { loop in
            let before: Int = openDescriptors("anon_inode:[pidfd]")
            for _ in 0..<200 {
                let shell: Shell = try Shell(":", loop: loop)
                #expect(await shell.end() == .exited(0))
            }
            // Other tests run beside this one and have some open; a leak of one for each child would be more.
            #expect(try await descriptorsFall("anon_inode:[pidfd]", below: before + 150, on: loop))
        }
    }
}

/// The first bytes that come out of a pipe, as text.
func firstBytes(of descriptor: OwnedDescriptor, loop: EventLoop) async throws -> String {
    let reader: PipeReader = PipeReader(adopting: try descriptor.duplicate(), loop: loop)
    let bytes: [UInt8] = try await withCheckedThrowingContinuation { continuation in
        let isDone: LoopBound<Bool> = LoopBound(false, loop: loop)
        do {
            try reader.start(
                onBytes: { bytes in
                    guard !isDone.value else { return }
                    isDone.value = true
                    continuation.resume(returning: bytes)
                },
                onEnd: {
                    guard !isDone.value else { return }
                    isDone.value = true
                    continuation.resume(returning: [])
                })
        } catch {
            continuation.resume(throwing: error)
        }
    }
    reader.close()
    return String(decoding: bytes, as: UTF8.self)
}
