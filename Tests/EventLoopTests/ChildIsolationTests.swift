import FoundationEssentials
import Glibc
import Testing

@testable import ColonnadeEventLoop

@Suite("What a child may do", .timeLimit(.minutes(1)))
struct ChildIsolationTests {
    /// Where the kernel has no Landlock there is nothing to try.
    private static let hasFileRules: Bool = FileRules.kernelVersion > 0
    /// What a shell needs.
    private static let system: [FileRules.Rule] =
        [FileRules.Rule("/dev/null", .change)] + ["/usr", "/bin", "/lib", "/lib64"].map { FileRules.Rule($0, .run) }

    /// Where cgroup v2 is mounted and groups can be made.
    private static let groups: String? = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
        FilePath.exists("\($0)/cgroup.controllers") && FilePath.isWritable("\($0)/cgroup.procs")
    }

    private func folder(_ body: (String) async throws -> Void) async throws {
        let folder: String = temporaryPath("files")
        try FilePath.makeDirectory("\(folder)/own/inner")
        try FilePath.makeDirectory("\(folder)/read")
        try FilePath.makeDirectory("\(folder)/other")
        for place: String in ["own", "read", "other"] { try Data("text".utf8).write(to: URL(filePath: "\(folder)/\(place)/file")) }
        try await body(folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func output(_ command: String, rules: [FileRules.Rule]) async throws -> String {
        try await withLoopThrowing { loop in
            let files: FileRules = try FileRules(Self.system + rules)
            let shell: Shell = try Shell(command, loop: loop) { $0.files = files }
            _ = await shell.end()
            return shell.text
        }
    }

    @Test func memoryBeyondTheLimitIsNotGiven() async throws {
        try await withLoopThrowing { loop in
            let shell: Shell = try Shell(
                "exec python3 -c 'print(len(bytearray(40 << 20)), flush=True); bytearray(400 << 20)' 2>&1 | tail -1", loop: loop
            ) { $0.limits = [SpawnRequest.Limit(.memory, 128 << 20)] }
            #expect(await shell.end() == .exited(0))
            #expect(shell.text == "MemoryError\n")
        }
    }

    @Test func aChildGivesWay() async throws {
        try await withLoopThrowing { loop in
            let own: Int = Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
            let shell: Shell = try Shell("nice", loop: loop) { $0.niceness = 17 }
            #expect(await shell.end() == .exited(0))
            #expect(shell.text == "17\n")
            let same: Shell = try Shell("nice", loop: loop)
            #expect(await same.end() == .exited(0))
            #expect(same.text == "\(own)\n")
        }
    }

    @Test func aChildGainsNoPrivileges() async throws {
        try await withLoopThrowing { loop in
            for gainsNone: Bool in [true, false] {
                let shell: Shell = try Shell("grep NoNewPrivs /proc/self/status", loop: loop) { $0.gainsNoPrivileges = gainsNone }
                #expect(await shell.end() == .exited(0))
                if gainsNone { #expect(shell.text == "NoNewPrivs:\t1\n") }
            }
        }
    }

    @Test(.enabled(if: hasFileRules, "takes Landlock"))
    func aChildReachesWhatItsRulesName() async throws {
        try await folder { folder in
            let rules: [FileRules.Rule] = [
                FileRules.Rule("\(folder)/own", .change), FileRules.Rule("\(folder)/read", .read),
                FileRules.Rule("\(folder)/not there", .read),
            ]
            let command: String = """
                cd \(folder)
                cat own/file read/file && echo
                cat other/file || echo not read
                ls other || echo not listed
                (echo more >> read/file) || echo not written
                (echo more > read/new) || echo not made
                echo more > own/new && mv own/new own/inner/new && rm own/inner/new && rmdir own/inner && echo changed
                ln own/file other/link || echo not linked
                mv own/file other/file || echo not moved
                rm other/file || echo not removed
                """
            let text: String = try await output("(\(command)) 2>/dev/null", rules: rules)
            #expect(
                text
                    == "texttext\nnot read\nnot listed\nnot written\nnot made\nchanged\nnot linked\nnot moved\nnot removed\n")
        }
    }

    @Test(.enabled(if: hasFileRules, "takes Landlock"))
    func whatAChildStartsReachesNoMore() async throws {
        try await folder { folder in
            try Data("#!/bin/sh\necho ran\n".utf8).write(to: URL(filePath: "\(folder)/own/program"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/own/program")
            let command: String =
                "\(folder)/own/program 2>/dev/null || echo not run; sh -c 'cat \(folder)/other/file' 2>/dev/null || echo not read"
            #expect(try await output(command, rules: [FileRules.Rule("\(folder)/own", .change)]) == "not run\nnot read\n")
            #expect(try await output(command, rules: [FileRules.Rule("\(folder)/own", .runAndChange)]) == "ran\nnot read\n")
        }
    }

    @Test(.enabled(if: hasFileRules, "takes Landlock"))
    func rulesAreNotForgottenWhereDescriptorsMove() async throws {
        try await folder { folder in
            try await withLoopThrowing { loop in
                let files: FileRules = try FileRules(Self.system + [FileRules.Rule("\(folder)/own", .read)])
                let pipe = try OwnedDescriptor.pipe()
                let shell: Shell = try Shell("cat \(folder)/other/file 2>/dev/null || echo not read", loop: loop) { request in
                    request.files = files
                    // The number that the rules have here is another's in the child.
                    request.descriptors.append(SpawnRequest.PassedDescriptor(pipe.writing.number, as: files.descriptor))
                }
                #expect(await shell.end() == .exited(0))
                #expect(shell.text == "not read\n")
            }
        }
    }

    @Test(.enabled(if: groups != nil, "takes cgroup v2, and the right to make groups"))
    func aChildStartsInItsGroup() async throws {
        let top: String = try #require(Self.groups)
        let name: String = "colonnade-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        try FilePath.makeDirectory("\(top)/\(name)")
        try await withLoopThrowing { loop in
            let group: OwnedDescriptor = try OwnedDescriptor.open(path: "\(top)/\(name)", flags: O_RDONLY | O_DIRECTORY)
            let shell: Shell = try Shell("grep ^0:: /proc/self/cgroup", loop: loop) { $0.controlGroup = group.number }
            #expect(await shell.end() == .exited(0))
            #expect(shell.text.hasSuffix("/\(name)\n"), "\(shell.text)")
        }
        FilePath.removeDirectory("\(top)/\(name)")
        #expect(!FilePath.exists("\(top)/\(name)"))
    }

    private static func isFrozenWithAChild(_ folder: String) throws -> Bool {
        try String(contentsOfFile: "\(folder)/cgroup.events", encoding: .utf8).contains("populated 1\nfrozen 1")
    }

    /// A child that does not get the processor yet has the descriptors of its parent all the same, whatever that does meanwhile.
    @Test(.enabled(if: groups != nil, "takes cgroup v2, and the right to make groups"))
    func aChildThatStartsLateLosesNoDescriptor() async throws {
        let folder: String = try #require(Self.groups) + "/colonnade-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        try FilePath.makeDirectory(folder)
        try FilePath.write("1", to: "\(folder)/cgroup.freeze")
        // The thread that starts the child may have to wait for it, so that another lets it go, once it stands still in its group.
        let thaw: Task<Void, any Error> = Task.detached {
            let deadline: ContinuousClock.Instant = .now + .seconds(20)
            while try !Self.isFrozenWithAChild(folder), .now < deadline { try await Task.sleep(for: .milliseconds(10)) }
            try FilePath.write("0", to: "\(folder)/cgroup.freeze")
        }
        try await withLoopThrowing { loop in
            let group: OwnedDescriptor = try OwnedDescriptor.open(path: folder, flags: O_RDONLY | O_DIRECTORY)
            let shell: Shell = try Shell("echo started", loop: loop) { $0.controlGroup = group.number }
            #expect(await shell.end() == .exited(0))
            #expect(shell.text == "started\n")
        }
        try await thaw.value
        FilePath.removeDirectory(folder)
        #expect(!FilePath.exists(folder))
    }

    @Test func kernelFilesAreReadAndWritten() throws {
        let path: String = temporaryPath("order")
        try Data().write(to: URL(filePath: path))
        try FilePath.write("+memory", to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "+memory" && FilePath.isWritable(path))
        #expect(FilePath.mark("user.delegate", of: path) == nil)
        #expect(throws: SocketError.self) { try FilePath.write("x", to: "\(path)-nowhere") }
        FilePath.remove(path)
    }

    @Test func whatIsHiddenIsNotThereForTheChild() async throws {
        try await folder { folder in
            let hiding: SpawnRequest.Hiding = SpawnRequest.Hiding(folder, except: "\(folder)/own")
            guard ChildProcess.canHide(hiding) else { return }
            let text: String = try await withLoopThrowing { loop in
                let shell: Shell = try Shell(
                    "cd \(folder); ls; cat own/file; echo new > own/new; ls other 2>&1 | grep -c 'No such'; id -u; stat -c %u own",
                    loop: loop
                ) { $0.hiding = hiding }
                _ = await shell.end()
                return shell.text
            }
            #expect(text == "own\ntext1\n\(getuid())\n\(getuid())\n")
            // What it makes there is there for everybody, and the rest never was away.
            #expect(FilePath.exists("\(folder)/own/new") && FilePath.exists("\(folder)/other/file"))
        }
    }

    @Test func aParentMayHaveMoreDescriptorsOpenThanItsChildMay() async throws {
        try await folder { folder in
            let hiding: SpawnRequest.Hiding = SpawnRequest.Hiding(folder, except: "\(folder)/own")
            let text: String = try await withLoopThrowing { loop in
                let many: [OwnedDescriptor] = try (0..<100).map { _ in try OwnedDescriptor.open(path: "/dev/null", flags: O_RDONLY) }
                let last: Int32 = many.map(\.number).max() ?? 0
                let shell: Shell = try Shell("ulimit -n; ls /proc/self/fd | wc -l; readlink /proc/self/fd/3", loop: loop) { request in
                    request.limits = [SpawnRequest.Limit(.openFiles, 64)]
                    request.descriptors.append(SpawnRequest.PassedDescriptor(last, as: 3))
                    if ChildProcess.canHide(hiding) { request.hiding = hiding }
                }
                _ = await shell.end()
                // What the child has closed is open here.
                #expect(many.allSatisfy { fcntl($0.number, F_GETFD) == FD_CLOEXEC })
                return shell.text
            }
            // Four streams, and the folder that is listed.
            #expect(text == "64\n5\n/dev/null\n")
        }
    }

    @Test func whatAParentKeepsHasHighNumbers() throws {
        let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
        #expect(pipe.reading.number >= 256 && fcntl(pipe.reading.number, F_GETFD) == FD_CLOEXEC)
    }

    @Test func whatCanNotBeHiddenIsSaid() async throws {
        #expect(!ChildProcess.canHide(SpawnRequest.Hiding("/no/such/folder", except: "/no/such/folder/own")))
        try await withLoopThrowing { loop in
            var request: SpawnRequest = SpawnRequest(executable: "/bin/true")
            request.hiding = SpawnRequest.Hiding("/no/such/folder", except: "/no/such/folder/own")
            let error: SpawnError? = #expect(throws: SpawnError.self) { try ChildProcess.spawn(request, loop: loop) { _ in } }
            #expect(error?.step == .isolation || error?.step == .clone)
        }
    }
}
