public import ColonnadeEventLoop
import SupervisorCore

/// What the program before this one has left in this process: the suite as it was, and the descriptors that belong to it.
public struct Inheritance {
    let handover: SuiteHandover
    let plan: SuitePlan
    /// Whose the verticals' processes are.
    let identities: [String: ChildIdentity]
    /// What is still to be activated.
    let launch: [LauncherActivation]
    let lock: OwnedDescriptor
    /// Listening sockets by their paths.
    let sockets: [String: OwnedDescriptor]
    /// NOTIFY_SOCKETs by the verticals' names.
    let notify: [String: OwnedDescriptor]
    /// What processes write, by the numbers in the handover.
    let outputs: [Int: OwnedDescriptor]

    /// Takes the suite of this home, and the descriptors into possession, each for what it is.
    /// - Parameter descriptor: where the handover is found.
    /// - Throws: where something is not what it is to be.
    public init(_ descriptor: Int32, home: SuiteHome, loop: EventLoop) throws(HandoverError) {
        let handover: SuiteHandover = try Self.read(descriptor)
        self.handover = handover
        plan = try SuiteLoader.plan(handover, loop: loop)
        identities = try handover.identities()
        launch = try handover.launched()
        var inherited: InheritedDescriptor = InheritedDescriptor()
        lock = try Self.take(handover.lock, .file(home.lock), "the lock", from: &inherited)
        var sockets: [String: OwnedDescriptor] = [:]
        for socket: SocketHandover in handover.sockets {
            sockets[socket.path] = try Self.take(socket.descriptor, .listener, socket.path, from: &inherited)
        }
        var notify: [String: OwnedDescriptor] = [:]
        var outputs: [Int: OwnedDescriptor] = [:]
        for vertical: VerticalHandover in handover.verticals {
            notify[vertical.name] = try Self.take(vertical.notify, .datagrams, "NOTIFY_SOCKET of \(vertical.name)", from: &inherited)
            for output: OutputHandover in vertical.outputs {
                outputs[output.descriptor] = try Self.take(output.descriptor, .pipe, "the output of \(vertical.name)", from: &inherited)
            }
        }
        (self.sockets, self.notify, self.outputs) = (sockets, notify, outputs)
    }

    /// Judges a handover without taking anything over.
    /// - Returns: the ticket that proves it.
    public static func check(_ descriptor: Int32, loop: EventLoop) throws(HandoverError) -> String {
        let handover: SuiteHandover = try read(descriptor)
        var machine: SuiteMachine = SuiteMachine(try SuiteLoader.plan(handover, loop: loop))
        try machine.resume(handover.lives, restarts: handover.restarts)
        _ = (try handover.identities(), try handover.launched())
        return handover.ticket
    }

    private static func read(_ descriptor: Int32) throws(HandoverError) -> SuiteHandover {
        guard descriptor > 2 else { throw HandoverError("there is no handover at descriptor \(descriptor)") }
        let bytes: [UInt8]
        do throws(SocketError) {
            bytes = try SealedMemory.read(OwnedDescriptor(adopting: descriptor), atMost: HandoverLimits.bytes)
        } catch {
            throw HandoverError("there is no handover at descriptor \(descriptor): \(error.reason)")
        }
        return try SuiteHandover.read(bytes)
    }

    private static func take(
        _ number: Int, _ kind: InheritedDescriptor.Kind, _ what: String, from inherited: inout InheritedDescriptor
    ) throws(HandoverError) -> OwnedDescriptor {
        do throws(SocketError) {
            return try inherited.take(number, as: kind)
        } catch {
            throw HandoverError("\(what) is not at descriptor \(number)")
        }
    }

    func accounts(_ home: SuiteHome) -> SuiteAccounts { SuiteAccounts(home: home, range: plan.users, identities: identities) }

    /// Whether it was said that the suite is up.
    public var isUp: Bool { handover.isUp }

    /// The suite's name.
    public var name: String { plan.name }

    /// How many verticals run.
    public var processes: Int { handover.verticals.count { $0.life.pid != nil } }

    /// The limit of open files that children get.
    var openFiles: SpawnRequest.Limit? {
        handover.openFiles.map { SpawnRequest.Limit(.openFiles, $0.soft, hard: $0.hard) }
    }
}

extension SuiteHandover {
    /// The lives of the verticals by their names, and what ties them.
    var lives: [String: (life: LifeHandover, ties: SuiteMachine.Ties)] {
        Dictionary(
            verticals.map { handed in
                let ties: SuiteMachine.Ties = SuiteMachine.Ties(wish: handed.wish, isHeld: handed.isHeld, fallen: handed.fallen)
                return (handed.name, (handed.life, ties))
            }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate func identities() throws(HandoverError) -> [String: ChildIdentity] {
        var identities: [String: ChildIdentity] = [:]
        for handed: VerticalHandover in verticals {
            do throws(HandoverError) {
                identities[InstanceName.vertical(of: handed.name)] = try ChildIdentity(handed.account)
            } catch {
                throw HandoverError("\(handed.name) \(error)")
            }
        }
        return identities
    }

    fileprivate func launched() throws(HandoverError) -> [LauncherActivation] {
        var all: [LauncherActivation] = []
        for handed: ActivationHandover in launch { all.append(try LauncherActivation(handed)) }
        return all
    }
}
