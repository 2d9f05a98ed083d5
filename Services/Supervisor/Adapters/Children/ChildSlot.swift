import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// What the supervisor holds for one vertical, beside the state of its life. Belongs to the loop.
final class ChildSlot {
    /// How one process ended.
    struct Ending {
        let generation: UInt64
        let exit: ChildExit
        let date: Date
        /// Whether nobody had asked for it.
        let isCrash: Bool
        /// Names its crash report; nil where it was asked to end.
        let report: String?
    }

    /// A place of its own: it is rarely there, and takes half a kilobyte.
    private final class Former {
        let vertical: SuitePlan.Vertical

        init(_ vertical: SuitePlan.Vertical) {
            self.vertical = vertical
        }
    }

    /// Endings that are remembered.
    private static let keptEndings: Int = 64

    let log: VerticalLog
    let notify: DatagramSocket
    /// Its program, as it was when it was last started or looked at.
    private(set) var vertical: SuitePlan.Vertical
    /// Its processes; there is always one place at `current`.
    var seats: [Seat: ChildSeat]
    /// The program of the process that serves, while another's is tried in its place.
    var formerVertical: SuitePlan.Vertical? {
        get { former?.vertical }
        set { former = newValue.map(Former.init) }
    }
    /// The last replacement that did not come about, by its number, and why.
    var lastFailure: (generation: UInt64, reason: String)?
    var since: Date = Date()
    /// The state that was last told, with what follows from it.
    var told: ChildState = .stopped
    /// The pipes whose lines go to the log: of its processes, and of what they have left running.
    var outputs: [ChildOutput] = []
    private(set) var endings: [Ending] = []
    private let loop: EventLoop
    private var former: Former?

    init(vertical: SuitePlan.Vertical, log: VerticalLog, notify: DatagramSocket, loop: EventLoop) {
        self.vertical = vertical
        self.log = log
        self.notify = notify
        self.loop = loop
        seats = [.current: ChildSeat(loop: loop)]
    }

    /// What takes the lines of one process: for the log, and for the journal where the supervisor's own lines go there.
    /// - Parameter rest: the beginning of a line that was taken already.
    func intake(of generation: UInt64, rest: [UInt8]) -> LogIntake {
        guard let journal: SuiteJournal = .own else { return LogIntake(log, rest: rest) }
        let name: String = vertical.name
        let identifier: String = vertical.launcher.program == nil ? "svc-\(name)" : name
        return LogIntake(log, rest: rest) { journal.pass($0, of: name, as: identifier, generation: generation) }
    }

    /// The program that was looked at is the one that is started from now on.
    func take(_ look: ProgramLook) { take(vertical.with(look)) }

    /// The same, also where another program is just being tried out: the one that serves is to be started anew with it.
    func takeForAll(_ look: ProgramLook) {
        take(look)
        formerVertical = formerVertical?.with(look)
    }

    /// This is what is started from now on.
    func take(_ vertical: SuitePlan.Vertical) {
        self.vertical = vertical
        log.policy = vertical.launcher.logs
    }

    /// The place of one of its processes, made where it is not there.
    func seat(_ seat: Seat) -> ChildSeat {
        if let there: ChildSeat = seats[seat] { return there }
        let made: ChildSeat = ChildSeat(loop: loop)
        seats[seat] = made
        return made
    }

    /// The place of a process by its id.
    func seat(pid: Int32) -> ChildSeat? { seats.values.first { $0.process?.pid == pid } }

    /// What the process that serves said by STATUS=.
    var status: String? {
        get { seats[.current]?.status }
        set { seats[.current]?.status = newValue }
    }

    /// This is what is started from now on; the process that serves keeps its own until it has gone.
    func tryOut(_ next: SuitePlan.Vertical) {
        formerVertical = vertical
        take(next)
    }

    /// The next process has the place of the one that served.
    func promote() {
        seats[.last] = seats[.current]
        seats[.current] = seats.removeValue(forKey: .next)
    }

    /// The next process is gone; the one that serves goes on with its own program.
    func throwAway() {
        seats[.next] = nil
        if let formerVertical { take(formerVertical) }
        formerVertical = nil
    }

    func remember(_ ending: Ending) {
        endings.append(ending)
        if endings.count > Self.keptEndings { endings.removeFirst() }
    }
}
