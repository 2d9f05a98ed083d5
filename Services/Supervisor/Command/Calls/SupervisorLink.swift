import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import FoundationEssentials
import SupervisorAdapters
import SupervisorCore

/// The way to the supervisor that runs the suite.
struct SupervisorLink {
    let home: SuiteHome
    let client: SupervisorClient
    private let connector: Connector

    /// - Throws: "not reachable" where no supervisor runs.
    init(_ home: SuiteHome, on loop: EventLoop) throws(CommandFailure) {
        if let stranger: HomeOwner = HomeLock.stranger(home) { throw CommandFailure(.notReachable, stranger.sentence) }
        guard HomeLock.isTaken(home) else {
            throw CommandFailure(
                .notReachable, "No suite runs in \(home.path). Start one by `svc-supervisor up`, or name another by --home.")
        }
        self.home = home
        connector = Self.connector(to: "supervisor", SupervisorContract.descriptor, home, loop)
        client = SupervisorClient(connector)
    }

    /// The operator's way to a provider, which is asked for by its interface, as consumers do: who serves that may have any name.
    static func connector(to provider: String, _ contract: ContractDescriptor, _ home: SuiteHome, _ loop: EventLoop) -> Connector {
        connector(
            by: home.socket(from: "operator", to: provider), contract, witness: provider == "supervisor" ? nil : witness(home, loop), loop)
    }

    /// The operator's way by a socket; without a witness nobody says how a provider ended.
    static func connector(by socket: String, _ contract: ContractDescriptor, witness: CrashWitness?, _ loop: EventLoop) -> Connector {
        Connector(
            consumer: "operator", provider: NameForms.kebab(contract.name), contract: contract, dialer: UnixDialer(path: socket),
            loop: loop,
            witness: witness, instance: "\(ProcessInfo.processInfo.processIdentifier)")
    }

    func close() { connector.close() }

    /// Runs one request; a refusal or failure becomes what the command ends with.
    func ask<Value>(
        _ body: (SupervisorClient) async throws(CallFailure<SupervisorRefusal>) -> Value
    ) async throws(CommandFailure) -> Value {
        do {
            return try await body(client)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    init(_ failure: CallFailure<SupervisorRefusal>) {
        switch failure {
        case .refused(.unknownVertical(let name, let known)):
            self.init(
                .usage,
                "The suite has no vertical '\(name)'; it has \(known.joined(separator: ", ")).\(NearestName.question(name, among: known))")
        case .refused(.failed(let name, let reason)):
            self.init(.failed, "\(name) is not ready: it \(reason). See `svc-supervisor logs \(name)`.")
        case .refused(.breaks(let edges)):
            self.init(
                .failed,
                (edges.map(\.description) + ["Nothing was started or stopped. `svc-supervisor restart --force` does it nevertheless."])
                    .joined(separator: "\n"))
        case .refused(.replacing(let name)):
            self.init(.failed, "\(name) is being replaced already; `svc-supervisor status` shows both processes.")
        case .refused(.thrownAway(let name, let generation, let reason)):
            self.init(
                .failed,
                "\(name) was not replaced: generation \(generation) \(reason). The one before goes on. See `svc-supervisor logs \(name)`.")
        case .refused(.notReplaced(let reason)):
            self.init(.failed, "The supervisor goes on with the program that it has: \(reason).")
        case .refused(.goingDown): self.init(.failed, "The suite is going down.")
        case .refused(.notAllowed(let consumer)): self.init(.failed, "\(consumer) may not ask for this.")
        case .refused(.unknownCrash(let id)):
            self.init(.failed, "No crash report '\(id)' is kept. See `svc-supervisor crashes`.")
        case .refused(.badLauncher(let problems)):
            self.init(.failed, (problems + ["Nothing was started or stopped."]).joined(separator: "\n"))
        case .refused(.unsettled(let name, let state)):
            self.init(
                .failed,
                "\(name) is \(StatusTable.word(state)): nothing was reloaded. Wait until it is at rest, or stop it by "
                    + "`svc-supervisor stop \(name)`.")
        case .refused(.reloading):
            self.init(
                .failed, "Another launcher file is being carried out, or was just now: look at `svc-supervisor status`, and ask again.")
        case .refused(.notReloaded(let problems)):
            self.init(
                .failed,
                (problems + ["All else was carried out; the next `svc-supervisor reload` tries these again."]).joined(separator: "\n"))
        case .refused(.unknownGeneration), .refusedUnknown: self.init(.failed, "The supervisor refused: \(failure)")
        // Its socket went with it.
        case .undeclared(let fault) where fault.message.hasPrefix("There is no "): self.init(.notReachable, "The suite has gone down.")
        default:
            let fault: Fault = failure.fault ?? Fault(.internal, "\(failure)", outcome: .unknown)
            self.init(FailureJSON.status(of: fault), FailureJSON.text(fault))
        }
    }
}
