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

    /// What verticals wrote to their logs, oldest first; ends at the end of the logs unless it follows. The operator
    /// reads every log, a vertical its own.
    func logs(_ input: LogRequest) -> Outputs<LogLine>

    /// What verticals offer and use, with their contracts.
    func describe(_ input: VerticalSelection) async throws(Failure) -> [DescribedVertical]

    /// Drains and stops every vertical, and then the supervisor itself.
    func down(_ input: DownRequest) async throws(Failure) -> DownReport

    /// How one process of a provider ended.
    func obituary(_ input: ObituaryRequest) async throws(Failure) -> Obituary
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

    /// A vertical's status at one moment; without a process unless one is given.
    public init(
        name: String, state: VerticalState, pid: Int? = nil, generation: UInt64 = 0, restarts: Int = 0, since: Date,
        reason: String? = nil
    ) {
        self.name = name
        self.state = state
        self.pid = pid
        self.generation = generation
        self.restarts = restarts
        self.since = since
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

    /// Asks about one process of a provider.
    public init(provider: String, generation: UInt64) {
        self.provider = provider
        self.generation = generation
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
}
