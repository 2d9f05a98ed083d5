import ColonnadeContract

// What a supervisor hands to the program that takes its place in the same process. An older one hands over less, a newer one more: the
// contract's rules of compatibility hold between them.

/// A running suite, as the supervisor's next program finds it.
public struct SuiteHandover: Hashable, Sendable {
    /// How it is to be read; 1.
    public let version: Int
    /// What the next program repeats where it was asked whether it can take the suite.
    public let ticket: String
    /// Counts the supervisor's programs since the suite was started, from 1: the number of the next.
    public let incarnation: UInt64
    /// The launcher file's absolute path.
    public let launcherPath: String
    /// The launcher file as it was when it was read.
    public let launcherText: String
    /// Whether programs are launched whose contracts do not fit.
    public let isForced: Bool
    /// Whether it was said that the suite is up.
    public let isUp: Bool
    /// The descriptor of the home's lock.
    public let lock: Int
    /// The limit of open files that children get; nil for the supervisor's own.
    public let openFiles: OpenFilesHandover?
    /// The folder of the control groups; nil where there are none.
    public let groupFolder: String?
    /// The controllers that are delegated to the supervisor there.
    public let groupControllers: [String]
    /// Every listening socket of the suite.
    public let sockets: [SocketHandover]
    /// One for each process of a vertical, in the order in which they start.
    public let verticals: [VerticalHandover]
    /// What the launcher file that the suite was started from still has to activate: open streams first, then what was not begun.
    public let launch: [ActivationHandover]
    /// The crash reports that callers may still add to, oldest first.
    public let crashes: [String]
    /// What groups have counted; those that have counted nothing are left out.
    public let groups: [GroupHandover]

    /// A suite from its parts.
    public init(
        version: Int = 1, ticket: String, incarnation: UInt64, launcherPath: String, launcherText: String, isForced: Bool, isUp: Bool,
        lock: Int, openFiles: OpenFilesHandover? = nil, groupFolder: String? = nil, groupControllers: [String] = [],
        sockets: [SocketHandover], verticals: [VerticalHandover], launch: [ActivationHandover] = [], crashes: [String] = [],
        groups: [GroupHandover] = []
    ) {
        self.version = version
        self.ticket = ticket
        self.incarnation = incarnation
        self.launcherPath = launcherPath
        self.launcherText = launcherText
        self.isForced = isForced
        self.isUp = isUp
        self.lock = lock
        self.openFiles = openFiles
        self.groupFolder = groupFolder
        self.groupControllers = groupControllers
        self.sockets = sockets
        self.verticals = verticals
        self.launch = launch
        self.crashes = crashes
        self.groups = groups
    }
}

/// What one group has counted.
public struct GroupHandover: Hashable, Sendable {
    /// As in the launcher file.
    public let name: String
    /// When it has restarted members, by the clock that stands still while the machine does.
    public let restarts: [Duration]

    /// A group and its restarts.
    public init(name: String, restarts: [Duration]) {
        self.name = name
        self.restarts = restarts
    }
}

/// A board that is to be activated.
public struct ActivationHandover: Hashable, Sendable {
    /// Whose board it is.
    public let vertical: String
    /// The board, as the launcher file names it.
    public let board: String
    /// Its Input, as JSON.
    public let input: String

    /// An activation from its parts.
    public init(vertical: String, board: String, input: String) {
        self.vertical = vertical
        self.board = board
        self.input = input
    }
}

/// A limit of open files.
public struct OpenFilesHandover: Hashable, Sendable {
    /// What a process gets.
    public let soft: UInt64
    /// How far it may raise it.
    public let hard: UInt64

    /// A limit from its parts.
    public init(soft: UInt64, hard: UInt64) {
        self.soft = soft
        self.hard = hard
    }
}

/// One listening socket.
public struct SocketHandover: Hashable, Sendable {
    /// Where it was bound.
    public let path: String
    /// Its descriptor.
    public let descriptor: Int

    /// A socket from its parts.
    public init(path: String, descriptor: Int) {
        self.path = path
        self.descriptor = descriptor
    }
}

/// What is held for one vertical, or for one of its processes where it has several.
public struct VerticalHandover: Hashable, Sendable {
    /// The name as in the launcher file, with the process's number behind it where it is not the first.
    public let name: String
    /// The program's absolute path.
    public let executable: String
    /// What it said of itself, as JSON.
    public let description: [UInt8]
    /// Tells the file that was described from any other.
    public let identity: String?
    /// Whose its processes are.
    public let account: AccountHandover
    /// The descriptor of its NOTIFY_SOCKET.
    public let notify: Int
    /// Where it is in its life.
    public let life: LifeHandover
    /// Its process, or what is to become one.
    public let process: ProcessHandover
    /// Every pipe that its processes still write to.
    public let outputs: [OutputHandover]
    /// How many lines its log had.
    public let logLines: Int
    /// Lines that could not be written since the last that could.
    public let lostLines: Int
    /// Since when it is in its state.
    public let since: Date
    /// How its processes ended, oldest first.
    public let ends: [EndHandover]
    /// The last replacement that did not come about, by its number.
    public let failedGeneration: UInt64?
    /// Why it did not.
    public let failure: String?
    /// What was asked for and waits for its consumers: `stop` or `restart`.
    public let wish: String?
    /// Whether somebody has stopped it by hand, so that a connection does not start it.
    public let isHeld: Bool
    /// Those that come back with it.
    public let fallen: [String]

    /// A vertical from its parts.
    public init(
        name: String, executable: String, description: [UInt8], identity: String? = nil, account: AccountHandover, notify: Int,
        life: LifeHandover, process: ProcessHandover, outputs: [OutputHandover] = [], logLines: Int = 0, lostLines: Int = 0, since: Date,
        ends: [EndHandover] = [], failedGeneration: UInt64? = nil, failure: String? = nil, wish: String? = nil, isHeld: Bool = false,
        fallen: [String] = []
    ) {
        self.name = name
        self.executable = executable
        self.description = description
        self.identity = identity
        self.account = account
        self.notify = notify
        self.life = life
        self.process = process
        self.outputs = outputs
        self.logLines = logLines
        self.lostLines = lostLines
        self.since = since
        self.ends = ends
        self.failedGeneration = failedGeneration
        self.failure = failure
        self.wish = wish
        self.isHeld = isHeld
        self.fallen = fallen
    }
}

/// Whose a vertical's processes are, as it was settled.
public struct AccountHandover: Hashable, Sendable {
    /// `own`, `root` or `supervisors`.
    public let kind: String
    /// The user's number, where it has one of its own.
    public let user: Int?
    /// The group's number, where it has one of its own.
    public let group: Int?
    /// The name of the account, or why it is the supervisor's user.
    public let text: String?

    /// A user from its parts.
    public init(kind: String, user: Int? = nil, group: Int? = nil, text: String? = nil) {
        self.kind = kind
        self.user = user
        self.group = group
        self.text = text
    }
}

/// A way by which another may call.
public struct EdgeHandover: Hashable, Sendable {
    /// Who calls.
    public let consumer: String
    /// The name of the socket's file without its ending.
    public let socket: String

    /// A way from its parts.
    public init(consumer: String, socket: String) {
        self.consumer = consumer
        self.socket = socket
    }
}

/// Where a child is in its life. Moments are times of CLOCK_MONOTONIC, which goes on.
public struct LifeHandover: Hashable, Sendable {
    /// As `ChildState` writes it.
    public let state: String
    /// Counts processes, from 1; 0 before the first.
    public let generation: UInt64
    /// The last number that was given to a process.
    public let lastGeneration: UInt64
    /// Restarts without anybody having asked.
    public let restarts: Int
    /// The process's id; nil where there is none, or it is being made.
    public let pid: Int32?
    /// Whether a process was asked for whose end was not reported yet.
    public let hasProcess: Bool
    /// Why it is in this state.
    public let reason: String?
    /// When it said that it is ready.
    public let readySince: Duration?
    /// Whether the start under way waited for providers.
    public let startsBehindProviders: Bool
    /// What follows when the process has ended: `stop`, `restart`, `crash` or `by-itself`.
    public let ending: String
    /// The reason of a crash that follows.
    public let crash: String?
    /// Ends in a row that came before it had settled.
    public let quickFailures: Int
    /// How often it has failed.
    public let failures: Int
    /// When it was restarted, within the window.
    public let recentRestarts: [Duration]
    /// Whether its process is a try after it had failed.
    public let isOnTrial: Bool
    /// Where it has failed: whether it is tried again.
    public let isTriedAgain: Bool?
    /// Where it has failed with a group: that group.
    public let failedGroup: String?

    /// A life from its parts.
    public init(
        state: String, generation: UInt64, lastGeneration: UInt64, restarts: Int, pid: Int32? = nil, hasProcess: Bool,
        reason: String? = nil, readySince: Duration? = nil, startsBehindProviders: Bool, ending: String, crash: String? = nil,
        quickFailures: Int, failures: Int, recentRestarts: [Duration], isOnTrial: Bool, isTriedAgain: Bool? = nil,
        failedGroup: String? = nil
    ) {
        self.state = state
        self.generation = generation
        self.lastGeneration = lastGeneration
        self.restarts = restarts
        self.pid = pid
        self.hasProcess = hasProcess
        self.reason = reason
        self.readySince = readySince
        self.startsBehindProviders = startsBehindProviders
        self.ending = ending
        self.crash = crash
        self.quickFailures = quickFailures
        self.failures = failures
        self.recentRestarts = recentRestarts
        self.isOnTrial = isOnTrial
        self.isTriedAgain = isTriedAgain
        self.failedGroup = failedGroup
    }
}

/// What is held for a process beside its life.
public struct ProcessHandover: Hashable, Sendable {
    /// How many lines the log had before it.
    public let firstLine: Int
    /// When it was started, by CLOCK_MONOTONIC.
    public let started: Duration
    /// What it said by `STATUS=`.
    public let status: String?
    /// Whether its program is being asked what it is, before it is started.
    public let isAsked: Bool
    /// The timers that run.
    public let timers: [TimerHandover]
    /// The edges whose sockets it was handed.
    public let edges: [EdgeHandover]

    /// A process from its parts.
    public init(
        firstLine: Int, started: Duration, status: String? = nil, isAsked: Bool, timers: [TimerHandover], edges: [EdgeHandover] = []
    ) {
        self.firstLine = firstLine
        self.started = started
        self.status = status
        self.isAsked = isAsked
        self.timers = timers
        self.edges = edges
    }
}

/// A timer that runs.
public struct TimerHandover: Hashable, Sendable {
    /// As `ChildTimer` writes it.
    public let timer: String
    /// When it is due, by CLOCK_MONOTONIC.
    public let due: Duration
    /// How long it was to run in all.
    public let length: Duration

    /// A timer from its parts.
    public init(timer: String, due: Duration, length: Duration) {
        self.timer = timer
        self.due = due
        self.length = length
    }
}

/// A pipe whose lines go to a log.
public struct OutputHandover: Hashable, Sendable {
    /// The reading end's descriptor.
    public let descriptor: Int
    /// Which of the vertical's processes it was made for.
    public let generation: UInt64
    /// What came behind the last line's end.
    public let rest: [UInt8]
    /// Whether it is the present process that writes it.
    public let isPresent: Bool

    /// A pipe from its parts.
    public init(descriptor: Int, generation: UInt64, rest: [UInt8], isPresent: Bool) {
        self.descriptor = descriptor
        self.generation = generation
        self.rest = rest
        self.isPresent = isPresent
    }
}

/// How one process ended.
public struct EndHandover: Hashable, Sendable {
    /// Which of the vertical's processes it was.
    public let generation: UInt64
    /// The status it exited with, or the signal's number.
    public let code: Int32
    /// Whether a signal ended it.
    public let isSignal: Bool
    /// When it ended.
    public let date: Date
    /// Whether nobody had asked for it.
    public let isCrash: Bool
    /// Names its crash report.
    public let report: String?

    /// An end from its parts.
    public init(generation: UInt64, code: Int32, isSignal: Bool, date: Date, isCrash: Bool, report: String? = nil) {
        self.generation = generation
        self.code = code
        self.isSignal = isSignal
        self.date = date
        self.isCrash = isCrash
        self.report = report
    }
}
