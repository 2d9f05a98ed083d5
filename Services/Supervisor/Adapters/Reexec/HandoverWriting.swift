import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// A suite as it is handed to the supervisor's next program, with the descriptors that have to stay open for it. On the loop.
struct HandoverWriting {
    /// The bytes of the handover.
    let bytes: [UInt8]
    /// Everything that the next program finds open, the handover itself excepted.
    let kept: [OwnedDescriptor]

    /// - Parameters:
    ///   - launch: what is still to be activated.
    ///   - ticket: what the next program repeats.
    ///   - isUp: whether it was said that the suite is up.
    /// - Throws: where the suite can not be handed over now.
    init(
        _ runner: SuiteRunner, lock: HomeLock, launch: [LauncherActivation], ticket: String, isUp: Bool
    ) throws(HandoverError) {
        if let obstacle: String = runner.obstacleToLeaving { throw HandoverError(obstacle) }
        guard let source: LauncherSource = runner.plan.source else { throw HandoverError("the suite was made of no launcher file") }
        var kept: [OwnedDescriptor] = [lock.descriptor]
        let sockets: [SocketHandover] = runner.sockets.all.map { path, descriptor in
            kept.append(descriptor)
            return SocketHandover(path: path, descriptor: Int(descriptor.number))
        }
        var verticals: [VerticalHandover] = []
        for vertical: SuitePlan.Vertical in runner.plan.processes {
            let name: String = vertical.name
            guard let slot: ChildSlot = runner.slots[name], let child: ChildMachine = runner.machine.children[name] else { continue }
            kept.append(slot.notify.descriptor)
            kept += slot.outputs.compactMap(\.reader.descriptor)
            verticals.append(try VerticalHandover(slot, child, runner))
        }
        let (folder, controllers): (String?, [String]) = runner.groups.handover
        bytes = SuiteHandover(
            version: HandoverLimits.version, ticket: ticket, incarnation: runner.incarnation.number + 1, launcherPath: source.path,
            launcherText: source.text, isForced: source.isForced, isUp: isUp, lock: Int(lock.descriptor.number),
            openFiles: runner.descriptors.map { OpenFilesHandover(soft: $0.soft, hard: $0.hard) }, groupFolder: folder,
            groupControllers: controllers, sockets: sockets, verticals: verticals,
            launch: launch.map(\.handover),
            crashes: runner.crashes.recent,
            groups: runner.machine.countedRestarts.sorted { $0.key < $1.key }.map { GroupHandover(name: $0.key, restarts: $0.value) }
        ).encoded()
        self.kept = kept
        guard bytes.count <= HandoverLimits.bytes else {
            throw HandoverError("what is to be handed over has \(bytes.count) bytes, and \(HandoverLimits.bytes) are the most")
        }
    }
}

extension SuiteRunner {
    /// Why no other program can take the suite now; nil where one can.
    var obstacleToLeaving: String? {
        if isGoingDown { return "the suite is going down" }
        if isReloading { return "a launcher file is being carried out; try again when that is done" }
        if isTakenInPart { return "the launcher file was not carried out in full; `svc-supervisor reload` says why, and tries again" }
        guard let name: String = machine.replaced.first else { return nil }
        return "\(shownName(of: name)) is being replaced; try again when `svc-supervisor status` shows one process of it"
    }
}

extension VerticalHandover {
    fileprivate init(_ slot: ChildSlot, _ child: ChildMachine, _ runner: SuiteRunner) throws(HandoverError) {
        let name: String = slot.vertical.name
        let description: [UInt8]
        do {
            description = try slot.vertical.description.json()
        } catch {
            throw HandoverError("what \(name) said of itself can not be written: \(error)")
        }
        let seat: ChildSeat = slot.seat(.current)
        let outputs: [OutputHandover] = slot.outputs.compactMap { output in
            output.reader.descriptor.map {
                OutputHandover(
                    descriptor: Int($0.number), generation: output.generation, rest: output.intake.rest,
                    isPresent: output.reader === seat.output)
            }
        }
        let ties: SuiteMachine.Ties = runner.machine.ties(of: name)
        self.init(
            name: name, executable: slot.vertical.executable, description: description, identity: slot.vertical.identity,
            account: runner.accounts[name].handover, notify: Int(slot.notify.descriptor.number), life: child.handover,
            process: ProcessHandover(seat), outputs: outputs,
            logLines: slot.log.lines, lostLines: slot.log.lostLines, since: slot.since, ends: slot.endings.map(EndHandover.init),
            failedGeneration: slot.lastFailure?.generation, failure: slot.lastFailure?.reason, wish: ties.wish, isHeld: ties.isHeld,
            fallen: ties.fallen)
    }
}

extension ProcessHandover {
    fileprivate init(_ seat: ChildSeat) {
        let epoch: MonotonicTime = MonotonicTime(nanoseconds: 0)
        self.init(
            firstLine: seat.firstLine, started: seat.started - epoch, status: seat.status, isAsked: seat.asked != nil,
            timers: seat.timers.all.map { TimerHandover(timer: $0.timer.rawValue, due: $0.due - epoch, length: $0.length) },
            edges: seat.edges.map { EdgeHandover(consumer: $0.consumer, socket: $0.socket) })
    }
}

extension EndHandover {
    fileprivate init(_ ending: ChildSlot.Ending) {
        let (code, isSignal): (Int32, Bool) =
            switch ending.exit {
            case .exited(let status): (status, false)
            case .signalled(let number): (number, true)
            }
        self.init(
            generation: ending.generation, code: code, isSignal: isSignal, date: ending.date, isCrash: ending.isCrash,
            report: ending.report)
    }
}
