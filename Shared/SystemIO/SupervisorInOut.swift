import ColonnadeContract

/// Launches the verticals of a suite and watches them: what an operator may ask, and every daemon.
public protocol SupervisorInterface: Interface where Refused == SupervisorRefusal {
    /// How the verticals are, in the order in which they start.
    func status(_ input: VerticalSelection) async throws(Failure) -> [VerticalStatus]

    /// Starts verticals, and what they use before them; answers once they are ready or have failed.
    func start(_ input: VerticalSelection) async throws(Failure) -> [VerticalStatus]

    /// Drains and stops verticals; answers once they are gone.
    func stop(_ input: VerticalSelection) async throws(Failure) -> [VerticalStatus]

    /// Stops and starts verticals; answers once they are ready or have failed.
    func restart(_ input: RestartRequest) async throws(Failure) -> [VerticalStatus]

    /// Has a next process of each vertical take the place of the one that serves, one vertical after the other; answers once
    /// the processes before have gone. No call fails: the sockets stay, and what has begun is ended.
    func replace(_ input: ReplaceRequest) async throws(Failure) -> [VerticalStatus]

    /// What verticals wrote to their logs, oldest first; ends at the end of the logs unless it follows. The operator
    /// reads every log, a vertical its own.
    func logs(_ input: LogRequest) -> Outputs<LogLine>

    /// What verticals offer and use, with their contracts.
    func describe(_ input: VerticalSelection) async throws(Failure) -> [DescribedVertical]

    /// Drains and stops every vertical, and then the supervisor itself.
    func down(_ input: DownRequest) async throws(Failure) -> DownReport

    /// How one process of a provider ended. Waits a moment for a process that is just ending.
    func obituary(_ input: ObituaryRequest) async throws(Failure) -> Obituary

    /// The crash reports that are kept, oldest first; one of them in full. Only the operator may ask.
    func crashes(_ input: CrashSelection) async throws(Failure) -> [CrashRecord]

    /// Takes a changed launcher file: starts, stops and replaces what has changed, and lets everything else run on. Answers once all of
    /// it has come about; where the file has errors, the suite is as before. Only the operator may ask.
    func reload(_ input: ReloadRequest) async throws(Failure) -> ReloadReport

    /// Whether one vertical may call another, and what a call would meet now. The operator may ask about every edge, a vertical
    /// about its own.
    func why(_ input: EdgeQuestion) async throws(Failure) -> EdgeExplanation

    /// Runs another program of the supervisor in the same process, without a vertical noticing. Answers before that, once the program
    /// has said that it can take the suite; ``SupervisorInterface/supervisor(_:)`` says what came of it. Only the operator may ask.
    func reexec(_ input: ReexecRequest) async throws(Failure) -> ReexecReport

    /// Which program the supervisor runs. Only the operator may ask.
    func supervisor(_ input: SupervisorQuestion) async throws(Failure) -> SupervisorStatus

    /// The groups of the launcher file, each before those in it, and how often they have restarted members.
    func groups(_ input: GroupSelection) async throws(Failure) -> [GroupStatus]
}

/// Which program is to take the supervisor's place. Not idempotent: sent twice, it takes place twice.
public struct ReexecRequest: Hashable, Sendable {
    /// The program's absolute path; nil for the file that is now where the supervisor's own was.
    public let executable: String?

    /// The file at the supervisor's path, unless another is named.
    public init(executable: String? = nil) {
        self.executable = executable
    }
}

/// A program that is about to take the supervisor's place.
public struct ReexecReport: Hashable, Sendable {
    /// The program's path.
    public let executable: String
    /// The number that it will have.
    public let incarnation: UInt64

    /// A program and its number.
    public init(executable: String, incarnation: UInt64) {
        self.executable = executable
        self.incarnation = incarnation
    }
}

/// Asks which program the supervisor runs.
public struct SupervisorQuestion: Idempotent, Hashable, Sendable {
    /// The question has no parts.
    public init() {}
}

/// Which program the supervisor runs.
public struct SupervisorStatus: Hashable, Sendable {
    /// Its process, which stays the same.
    public let pid: Int
    /// The program's path.
    public let executable: String
    /// Counts the supervisor's programs since the suite was started, from 1.
    public let incarnation: UInt64
    /// Since when the program runs.
    public let since: Date
    /// Why the last program that was to take its place could not; nil where none has failed.
    public let failure: String?

    /// A program of the supervisor.
    public init(pid: Int, executable: String, incarnation: UInt64, since: Date, failure: String? = nil) {
        self.pid = pid
        self.executable = executable
        self.incarnation = incarnation
        self.since = since
        self.failure = failure
    }
}

/// Which verticals are meant.
public struct VerticalSelection: Idempotent, Hashable, Sendable {
    /// Names as in the launcher file, `clinical-records`; empty for all.
    public let names: [String]

    /// These verticals; all of them where no name is given.
    public init(names: [String] = []) {
        self.names = names
    }
}

/// Which verticals to restart. Not idempotent: sent twice, it restarts twice.
public struct RestartRequest: Hashable, Sendable {
    /// Names as in the launcher file; empty for all.
    public let names: [String]
    /// Whether programs are started that do not fit the verticals that run.
    public let force: Bool?

    /// These verticals; all of them where no name is given.
    public init(names: [String] = [], force: Bool? = nil) {
        self.names = names
        self.force = force
    }
}

/// Which verticals to replace. Not idempotent: sent twice, it replaces twice.
public struct ReplaceRequest: Hashable, Sendable {
    /// Names as in the launcher file; empty for all that run.
    public let names: [String]
    /// Whether programs are started that do not fit the verticals that run.
    public let force: Bool?

    /// These verticals; all that run where no name is given.
    public init(names: [String] = [], force: Bool? = nil) {
        self.names = names
        self.force = force
    }
}

/// Two programs that can not talk.
public struct BrokenEdge: Hashable, Sendable {
    /// The vertical that calls.
    public let consumer: String
    /// The vertical that is called.
    public let provider: String
    /// Why they do not fit, a sentence each.
    public let reasons: [String]

    /// An edge, and what is wrong with it.
    public init(consumer: String, provider: String, reasons: [String]) {
        self.consumer = consumer
        self.provider = provider
        self.reasons = reasons
    }
}

/// How one vertical is.
public struct VerticalStatus: Hashable, Sendable {
    /// The name as in the launcher file.
    public let name: String
    /// Where it is in its life.
    public let state: VerticalState
    /// The process that runs it; nil where none does.
    public let pid: Int?
    /// Counts the vertical's processes since the suite was started, from 1; 0 before the first.
    public let generation: UInt64
    /// How often it was started again after it had ended by itself.
    public let restarts: Int
    /// Since when it is in this state.
    public let since: Date
    /// Why it is in this state, or what it said by `STATUS=`.
    public let reason: String?
    /// Its other processes, while one takes another's place.
    public let others: [GenerationStatus]
    /// What the kernel keeps of its limits and its isolation, a sentence each.
    public let enforced: [String]
    /// What nobody keeps of them, with what it would take.
    public let notEnforced: [String]

    /// A vertical's status at one moment; without a process unless one is given.
    public init(
        name: String, state: VerticalState, pid: Int? = nil, generation: UInt64 = 0, restarts: Int = 0, since: Date,
        reason: String? = nil, others: [GenerationStatus] = [], enforced: [String] = [], notEnforced: [String] = []
    ) {
        self.name = name
        self.state = state
        self.pid = pid
        self.generation = generation
        self.restarts = restarts
        self.since = since
        self.reason = reason
        self.others = others
        self.enforced = enforced
        self.notEnforced = notEnforced
    }
}

/// Which groups are meant: all of them.
public struct GroupSelection: Idempotent, Hashable, Sendable {
    /// The selection has no parts.
    public init() {}
}

/// Verticals and other groups whose fates are tied.
public struct GroupStatus: Hashable, Sendable {
    /// The name as in the launcher file.
    public let name: String
    /// What becomes of the other members when one ends by itself.
    public let strategy: GroupStrategy
    /// Verticals and groups, by name, in the order of the launcher file.
    public let members: [String]
    /// How often it has restarted a member within `window`; 0 where it does not count.
    public let restarts: Int
    /// How many restarts within `window` are not too many; nil where each member counts for itself.
    public let limit: Int?
    /// The time in which restarts are counted; nil where each member counts for itself.
    public let window: Duration?

    /// A group's status at one moment; it does not count unless a limit and a window are given.
    public init(
        name: String, strategy: GroupStrategy, members: [String], restarts: Int = 0, limit: Int? = nil, window: Duration? = nil
    ) {
        self.name = name
        self.strategy = strategy
        self.members = members
        self.restarts = restarts
        self.limit = limit
        self.window = window
    }
}

/// What becomes of a group's other members when one ends by itself.
public enum GroupStrategy: Hashable, Sendable {
    /// Nothing.
    case oneForOne
    /// All of them are restarted.
    case oneForAll
    /// Those behind it are restarted.
    case restForOne
    /// A strategy of a newer supervisor.
    case unknown(Unrecognized)
}

/// How a process of a vertical is that does not serve: one that is to, or one that did.
public struct GenerationStatus: Hashable, Sendable {
    /// Which of the vertical's processes it is.
    public let generation: UInt64
    /// The process; nil while it is being made.
    public let pid: Int?
    /// Where it is in its life.
    public let state: VerticalState
    /// Why it is in this state.
    public let reason: String?

    /// How one process is at one moment.
    public init(generation: UInt64, pid: Int? = nil, state: VerticalState, reason: String? = nil) {
        self.generation = generation
        self.pid = pid
        self.state = state
        self.reason = reason
    }
}

/// Where a vertical is in its life.
public enum VerticalState: Hashable, Sendable {
    /// Not running, and nobody wants it to.
    case stopped
    /// Waits for the verticals that it uses.
    case waiting
    /// Its process runs and has not said that it is ready.
    case starting
    /// It serves.
    case ready
    /// It was told to stop, and ends what it has begun.
    case draining
    /// Its grace time is over, and it is being killed.
    case stopping
    /// It ended by itself, and is started again after a while.
    case backingOff
    /// It ended too often, or its program may not run: it is tried again after a while, or stays down, and `start` starts it at once.
    case failed
    /// A state of a newer supervisor.
    case unknown(Unrecognized)
}

/// Which log lines to give.
public struct LogRequest: Idempotent, Hashable, Sendable {
    /// Names as in the launcher file; empty for all that the caller may read.
    public let names: [String]
    /// How many of the last lines of each vertical to give; nil for all that are kept.
    public let lines: Int?
    /// Whether to go on with lines as they are written.
    public let follow: Bool

    /// Everything that is kept of all verticals, unless it is narrowed down.
    public init(names: [String] = [], lines: Int? = nil, follow: Bool = false) {
        self.names = names
        self.lines = lines
        self.follow = follow
    }
}

/// One line that a vertical wrote.
public struct LogLine: Hashable, Sendable {
    /// Who wrote it.
    public let name: String
    /// The line as it was written, without its end; bytes that are no UTF-8 are replaced.
    public let text: String

    /// A line and who wrote it.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// What a vertical said of itself before it was started.
public struct DescribedVertical: Hashable, Sendable {
    /// The name as in the launcher file.
    public let name: String
    /// The version of its executable.
    public let version: String
    /// Where its executable is.
    public let executable: String
    /// What it offers.
    public let interfaces: [DescribedContract]
    /// The interfaces that it uses, by name: `Maps`.
    public let uses: [String]
    /// The shape of its configuration; nil where it takes none.
    public let configuration: DescribedContract?
    /// The paths of its deep links.
    public let deepLinks: [String]

    /// What a vertical's executable said of itself.
    public init(
        name: String, version: String, executable: String, interfaces: [DescribedContract], uses: [String] = [],
        configuration: DescribedContract? = nil, deepLinks: [String] = []
    ) {
        self.name = name
        self.version = version
        self.executable = executable
        self.interfaces = interfaces
        self.uses = uses
        self.configuration = configuration
        self.deepLinks = deepLinks
    }
}

/// A contract, so that tools can talk to a vertical that they were not built with.
public struct DescribedContract: Hashable, Sendable {
    /// The interface's name: `ClinicalRecords`.
    public let name: String
    /// SHA-256 of the contract without its documentation, as 64 hexadecimal digits.
    public let fingerprint: String
    /// The contract itself, a `ContractDescriptor` in the wire's encoding.
    public let descriptor: [UInt8]

    /// A contract as a vertical's executable described it.
    public init(name: String, fingerprint: String, descriptor: [UInt8]) {
        self.name = name
        self.fingerprint = fingerprint
        self.descriptor = descriptor
    }
}

/// Ends the suite.
public struct DownRequest: Idempotent, Hashable, Sendable {
    /// The request has no parts.
    public init() {}
}

/// How the suite ended.
public struct DownReport: Hashable, Sendable {
    /// How each vertical was left.
    public let verticals: [VerticalStatus]

    /// The verticals as they were left.
    public init(verticals: [VerticalStatus]) {
        self.verticals = verticals
    }
}

/// Asks how a provider ended.
public struct ObituaryRequest: Idempotent, Hashable, Sendable {
    /// The provider's name as in the launcher file.
    public let provider: String
    /// Which of its processes, as its WELCOME said.
    public let generation: UInt64
    /// The calls that the asker had open when the process ended, for the crash report.
    public let lost: [LostCalls]?

    /// Asks about one process of a provider.
    public init(provider: String, generation: UInt64, lost: [LostCalls]? = nil) {
        self.provider = provider
        self.generation = generation
        self.lost = lost
    }
}

/// Calls of one board that were open when their provider ended.
public struct LostCalls: Hashable, Sendable {
    /// Who called; nil for the asker itself.
    public let consumer: String?
    /// The board's name.
    public let board: String
    /// How many may have been dispatched.
    public let unknown: Int
    /// How many were not dispatched, and can be sent again.
    public let notDispatched: Int

    /// Counts the open calls of one board.
    public init(consumer: String? = nil, board: String, unknown: Int, notDispatched: Int) {
        self.consumer = consumer
        self.board = board
        self.unknown = unknown
        self.notDispatched = notDispatched
    }
}

/// How one process of a provider ended.
public struct Obituary: Hashable, Sendable {
    /// The provider's name as in the launcher file.
    public let provider: String
    /// Which of its processes is meant.
    public let generation: UInt64
    /// Whether it has ended.
    public let ended: Bool
    /// Names the crash report; nil where the process ended in order or still runs.
    public let report: String?
    /// The signal that ended it; nil where it exited.
    public let signal: Int?
    /// The status it exited with; nil where a signal ended it.
    public let status: Int?
    /// When it ended.
    public let date: Date?

    /// What is known of one process of a provider.
    public init(
        provider: String, generation: UInt64, ended: Bool, report: String? = nil, signal: Int? = nil,
        status: Int? = nil, date: Date? = nil
    ) {
        self.provider = provider
        self.generation = generation
        self.ended = ended
        self.report = report
        self.signal = signal
        self.status = status
        self.date = date
    }
}

/// Which crash reports to give.
public struct CrashSelection: Idempotent, Hashable, Sendable {
    /// One report, in full; nil for all, without logs and backtraces.
    public let id: String?

    /// All reports unless one is named.
    public init(id: String? = nil) {
        self.id = id
    }
}

/// What is known of a process that ended without being asked to.
public struct CrashRecord: Hashable, Sendable {
    /// Names the report.
    public let id: String
    /// The vertical's name as in the launcher file.
    public let vertical: String
    /// Which of its processes it was, counted since the suite was started.
    public let generation: UInt64
    /// The process's id.
    public let pid: Int?
    /// When it ended.
    public let date: Date
    /// The signal that ended it; nil where it exited.
    public let signal: Int?
    /// The status it exited with; nil where a signal ended it.
    public let status: Int?
    /// Why the supervisor ended it, or that it was not ready yet; nil where its end says everything.
    public let reason: String?
    /// How long it ran.
    public let uptime: Duration
    /// The most memory that it had at once, in bytes; nil where the kernel did not say.
    public let peakMemory: Int?
    /// The calls that its callers had open, as they say. Callers that have not asked how it ended are not counted.
    public let lost: [LostCalls]
    /// The backtrace that it wrote; empty where it could write none, as after SIGKILL.
    public let backtrace: [String]
    /// The last lines of its log.
    public let log: [String]

    /// A report from its parts.
    public init(
        id: String, vertical: String, generation: UInt64, pid: Int? = nil, date: Date, signal: Int? = nil, status: Int? = nil,
        reason: String? = nil, uptime: Duration, peakMemory: Int? = nil, lost: [LostCalls] = [], backtrace: [String] = [],
        log: [String] = []
    ) {
        self.id = id
        self.vertical = vertical
        self.generation = generation
        self.pid = pid
        self.date = date
        self.signal = signal
        self.status = status
        self.reason = reason
        self.uptime = uptime
        self.peakMemory = peakMemory
        self.lost = lost
        self.backtrace = backtrace
        self.log = log
    }
}

/// Asks for another launcher file to be carried out. Not idempotent: sent twice, it takes what was changed in between.
public struct ReloadRequest: Hashable, Sendable {
    /// The launcher file's absolute path; nil for the one that the suite runs from.
    public let launcher: String?
    /// Whether only to say what would be done.
    public let dryRun: Bool
    /// Whether programs are started that do not fit each other.
    public let force: Bool?

    /// The file that the suite runs from unless one is named.
    public init(launcher: String? = nil, dryRun: Bool = false, force: Bool? = nil) {
        self.launcher = launcher
        self.dryRun = dryRun
        self.force = force
    }
}

/// What a reload has done, or would do.
public struct ReloadReport: Hashable, Sendable {
    /// The launcher file's absolute path.
    public let launcher: String
    /// One for each vertical that is not as it was, in the order of starting; then what stops.
    public let changes: [VerticalChange]
    /// What else there is to say: warnings of the file, and what has changed and has no effect now; a sentence each.
    public let notes: [String]
    /// How the suite's verticals are.
    public let verticals: [VerticalStatus]

    /// A report from its parts.
    public init(launcher: String, changes: [VerticalChange], notes: [String] = [], verticals: [VerticalStatus]) {
        self.launcher = launcher
        self.changes = changes
        self.notes = notes
        self.verticals = verticals
    }
}

/// What a changed launcher file does to one vertical.
public struct VerticalChange: Hashable, Sendable {
    /// The name as in the launcher file.
    public let name: String
    /// What is done to it.
    public let kind: VerticalChangeKind
    /// The keys of the launcher file that have changed, and what else has.
    public let reasons: [String]

    /// A change and why it is made.
    public init(name: String, kind: VerticalChangeKind, reasons: [String]) {
        self.name = name
        self.kind = kind
        self.reasons = reasons
    }
}

/// What is done to a vertical that is not as it was.
public enum VerticalChangeKind: Hashable, Sendable {
    /// It is started.
    case start
    /// It is drained, stopped, and not in the suite any more.
    case stop
    /// The next process takes the place of the one that serves; no call fails.
    case replace
    /// Its process ends before the next one starts; callers wait.
    case restart
    /// It keeps its process, or has none.
    case adjust
    /// A change of a newer supervisor.
    case unknown(Unrecognized)
}

/// Asks about one edge.
public struct EdgeQuestion: Idempotent, Hashable, Sendable {
    /// Who calls: a vertical's name as in the launcher file, or `operator`.
    public let consumer: String
    /// Who is called: a vertical's name, or that of an interface.
    public let provider: String
    /// One board; nil for the edge as a whole.
    public let board: String?

    /// Asks about an edge, or about one board on it.
    public init(consumer: String, provider: String, board: String? = nil) {
        self.consumer = consumer
        self.provider = provider
        self.board = board
    }
}

/// What is known of one edge.
public struct EdgeExplanation: Hashable, Sendable {
    /// Who calls.
    public let consumer: String
    /// The vertical that serves.
    public let provider: String
    /// The board that was asked about; nil for the edge as a whole.
    public let board: String?
    /// Whether the consumer has declared it.
    public let declared: Bool
    /// Where it is declared, or where it would have to be.
    public let declaration: String
    /// The socket's path; nil where there is none.
    public let socket: String?
    /// Whose socket it is, and who else could use it.
    public let owner: String?
    /// How the two contracts fit; nil where the consumer does not say what it expects.
    public let contract: String?
    /// Where the contracts do not fit, a sentence each.
    public let incompatibilities: [String]
    /// The provider's state.
    public let state: VerticalState
    /// Why it is in this state.
    public let reason: String?
    /// The words of the failure that a call would end with now; nil where it would be served, now or when the provider is ready.
    public let failure: String?
    /// What the kernel keeps of the consumer's limits and isolation, a sentence each; empty for the operator.
    public let enforced: [String]
    /// What nobody keeps of them, with what it would take.
    public let notEnforced: [String]

    /// An explanation from its parts.
    public init(
        consumer: String, provider: String, board: String? = nil, declared: Bool, declaration: String, socket: String? = nil,
        owner: String? = nil, contract: String? = nil, incompatibilities: [String] = [], state: VerticalState, reason: String? = nil,
        failure: String? = nil, enforced: [String] = [], notEnforced: [String] = []
    ) {
        self.consumer = consumer
        self.provider = provider
        self.board = board
        self.declared = declared
        self.declaration = declaration
        self.socket = socket
        self.owner = owner
        self.contract = contract
        self.incompatibilities = incompatibilities
        self.state = state
        self.reason = reason
        self.failure = failure
        self.enforced = enforced
        self.notEnforced = notEnforced
    }
}

/// Why the supervisor does not do what it was asked.
public enum SupervisorRefusal: Refusal, Hashable {
    /// The launcher file has no vertical of that name.
    case unknownVertical(name: String, known: [String])
    /// A vertical did not become ready, or did not stop.
    case failed(name: String, reason: String)
    /// Only the operator may ask for this.
    case notAllowed(consumer: String)
    /// The supervisor does not remember that process of the provider.
    case unknownGeneration(provider: String, generation: UInt64)
    /// The suite is going down.
    case goingDown
    /// The programs that would be started do not fit verticals that run; those go on as they are.
    case breaks(edges: [BrokenEdge])
    /// No crash report of that name is kept.
    case unknownCrash(id: String)
    /// The vertical is being replaced already.
    case replacing(name: String)
    /// The next process did not become ready, or was told to stop; the one before goes on.
    case thrownAway(name: String, generation: UInt64, reason: String)
    /// The launcher file can not be carried out, a line for each problem; the suite is as before.
    case badLauncher(problems: [String])
    /// A vertical is on its way to another state, and did not come to rest.
    case unsettled(name: String, state: VerticalState)
    /// Another launcher file is being carried out, or was while the request waited.
    case reloading
    /// The file was carried out but for these, a sentence each; they are as before, and the next reload tries them again.
    case notReloaded(problems: [String])
    /// No other program can take the supervisor's place now, or that one can not; the supervisor goes on as it was.
    case notReplaced(reason: String)
}
