import ColonnadeContract
import ColonnadeWire
import Testing

@testable import ColonnadeTransport

/// What every frame means in every state of the provider's end.
@Suite struct ProviderConnectionTests {
    typealias Machine = ProviderConnection<Int>

    enum Situation: String, CaseIterable {
        case awaiting, describing, open, draining, stopped, closed

        /// From `open` on: stream 1 of one output, 2 of many that takes two commands, 3 that has ended, 4 cancelled.
        func machine() -> Machine {
            var machine: Machine = Machine(limits: Limits())
            if self == .awaiting { return machine }
            _ = machine.receive(.hello(fingerprint: "f"))
            if self == .describing {
                machine.describe()
                return machine
            }
            machine.welcome()
            for number: UInt32 in 1...4 { machine.activate(number, many: number != 1, ended: number == 1) }
            _ = machine.grantCommands(2, 2)
            _ = machine.end(3)
            _ = machine.receive(RawFrame(FrameHeader(.cancel, flags: .end, stream: 4)))
            if self == .draining || self == .stopped { _ = machine.announceDrain() }
            if self == .stopped { _ = machine.stop() }
            if self == .closed { _ = machine.end() as [Int] }
            return machine
        }
    }

    static let frames: [(name: String, frame: RawFrame)] = [
        ("hello", .hello(fingerprint: "")),
        ("hello of garbage", RawFrame(FrameHeader(.hello), [0xff])),
        ("hello on 1", RawFrame(FrameHeader(.hello, stream: 1))),
        ("hello, too long", RawFrame(FrameHeader(.hello), [UInt8](repeating: 0, count: 65_537))),
        ("welcome", .welcome()),
        ("reject", RawFrame(FrameHeader(.reject), Reject(code: 9, message: "no"))),
        ("describe", RawFrame(FrameHeader(.describe), Describe(contract: ContractDescriptor(name: "E", fingerprint: "f")))),
        ("describe, empty", RawFrame(FrameHeader(.describe), Describe())),
        ("activate 5", RawFrame(FrameHeader(.activate, board: 1, stream: 5), [1])),
        ("activate 4", RawFrame(FrameHeader(.activate, board: 1, stream: 4), [1])),
        ("activate 6", RawFrame(FrameHeader(.activate, board: 1, stream: 6), [1])),
        ("activate 0", RawFrame(FrameHeader(.activate, board: 1), [1])),
        ("activate 5 META", RawFrame(FrameHeader(.activate, flags: .metadata, board: 1, stream: 5), [0, 1])),
        ("activate 5 META cut", RawFrame(FrameHeader(.activate, flags: .metadata, board: 1, stream: 5), [9, 1])),
        ("output", RawFrame(FrameHeader(.output, stream: 1))),
        ("command on 1", RawFrame(FrameHeader(.command, stream: 1))),
        ("command on 2", RawFrame(FrameHeader(.command, stream: 2))),
        ("command END on 2", RawFrame(FrameHeader(.command, flags: .end, stream: 2))),
        ("command on 3", RawFrame(FrameHeader(.command, stream: 3))),
        ("command on 4", RawFrame(FrameHeader(.command, stream: 4))),
        ("command on 9", RawFrame(FrameHeader(.command, stream: 9))),
        ("command META on 2", RawFrame(FrameHeader(.command, flags: .metadata, stream: 2))),
        ("complete", RawFrame(FrameHeader(.complete, flags: .end, stream: 1), Complete(done: true))),
        ("refuse", RawFrame(FrameHeader(.refuse, flags: .end, stream: 1))),
        ("fail on 0", RawFrame(FrameHeader(.fail), Fail(code: 14, message: "", outcome: 2))),
        ("fail on 1", RawFrame(FrameHeader(.fail, flags: .end, stream: 1), Fail(code: 14, message: "", outcome: 2))),
        ("cancel on 1", RawFrame(FrameHeader(.cancel, flags: .end, stream: 1))),
        ("cancel on 3", RawFrame(FrameHeader(.cancel, flags: .end, stream: 3))),
        ("cancel on 4", RawFrame(FrameHeader(.cancel, flags: .end, stream: 4))),
        ("cancel on 9", RawFrame(FrameHeader(.cancel, flags: .end, stream: 9))),
        ("cancel without END", RawFrame(FrameHeader(.cancel, stream: 1))),
        ("credit on 2", RawFrame(FrameHeader(.credit, stream: 2), Credit(count: 1))),
        ("credit of 0", RawFrame(FrameHeader(.credit, stream: 2), Credit(count: 0))),
        ("credit of garbage", RawFrame(FrameHeader(.credit, stream: 2), [0xff])),
        ("credit on 3", RawFrame(FrameHeader(.credit, stream: 3), Credit(count: 1))),
        ("credit on 9", RawFrame(FrameHeader(.credit, stream: 9), Credit(count: 1))),
        ("finish on 2", RawFrame(FrameHeader(.finish, flags: .end, stream: 2))),
        ("finish on 3", RawFrame(FrameHeader(.finish, flags: .end, stream: 3))),
        ("finish on 9", RawFrame(FrameHeader(.finish, flags: .end, stream: 9))),
        ("ping", .ping()),
        ("ping of 7", RawFrame(FrameHeader(.ping), [1, 2, 3, 4, 5, 6, 7])),
        ("pong", .ping(.pong)),
        ("drain", RawFrame(FrameHeader(.drain), Drain(phase: 1))),
    ]

    static let accepted: [String: [Situation: String]] = {
        func live(_ action: String, _ more: [Situation: String] = [:]) -> [Situation: String] {
            more.merging([.open: action, .draining: action, .stopped: action]) { first, _ in first }
        }
        var accepted: [String: [Situation: String]] = [
            "hello": [.awaiting: "judge"], "reject": [.describing: "rejected"], "describe": [.describing: "described"],
            "activate 5": live("activate 5", [.stopped: "nothing"]),
            "activate 5 META": live("activate 5", [.stopped: "nothing"]),
            "activate 5 META cut": live("decline 5 invalid", [.stopped: "nothing"]),
            "command on 2": live("command 2"), "command END on 2": live("command 2 last"),
            "command on 3": live("nothing"), "command on 4": live("nothing"),
            "fail on 0": live("ended", [.describing: "ended"]),
            "cancel on 1": live("cancel 1"), "cancel on 3": live("nothing"), "cancel on 4": live("nothing"),
            "credit on 2": live("nothing"), "credit on 3": live("nothing"),
            "finish on 2": live("finished 2"), "finish on 3": live("nothing"),
            "ping": live("pong", [.describing: "pong"]), "pong": live("nothing", [.describing: "nothing"]),
        ]
        // Before WELCOME, whatever is well-formed and belongs to a stream waits for its turn; but commands have no credit yet.
        for name: String in [
            "activate 5", "activate 4", "activate 6", "activate 5 META", "activate 5 META cut", "output", "complete", "refuse", "fail on 1",
            "cancel on 1",
            "cancel on 3", "cancel on 4", "cancel on 9", "credit on 2", "credit of 0", "credit of garbage", "credit on 3", "credit on 9",
            "finish on 2", "finish on 3", "finish on 9",
        ] {
            accepted[name, default: [:]][.describing] = "hold"
        }
        return accepted
    }()

    @Test(arguments: Situation.allCases)
    func everyFrame(in situation: Situation) {
        for (name, frame): (String, RawFrame) in Self.frames {
            var machine: Machine = situation.machine()
            let expected: String = situation == .closed ? "nothing" : Self.accepted[name]?[situation] ?? "violated"
            #expect(Self.describe(machine.receive(frame)) == expected, "\(name) in \(situation)")
        }
    }

    @Test func creditThatAddsUpToTooMuchIsAViolation() {
        var machine: Machine = Situation.open.machine()
        let most: RawFrame = RawFrame(FrameHeader(.credit, stream: 2), Credit(count: .max))
        #expect(Self.describe(machine.receive(most)) == "violated")
    }

    static func describe(_ action: ProviderAction<Int>) -> String {
        switch action {
        case .nothing: "nothing"
        case .hold: "hold"
        case .judge: "judge"
        case .described: "described"
        case .rejected: "rejected"
        case .activate(let opening): "activate \(opening.stream)"
        case .decline(let stream, _, let fault): "decline \(stream) \(fault.code.name)"
        case .command(let call, _, let isLast): "command \(call)\(isLast ? " last" : "")"
        case .commandsFinished(let call): "finished \(call)"
        case .cancel(let call): "cancel \(call)"
        case .outputsGranted(let call): "granted \(call)"
        case .pong: "pong"
        case .drainAnswered: "drainAnswered"
        case .ended: "ended"
        case .violated: "violated"
        }
    }

    @Test func outputsStopWithTheirCredit() {
        var machine: Machine = Situation.open.machine()
        for _: Int in 0..<64 { #expect(machine.takeOutputCredit(2) == .now) }
        #expect(machine.takeOutputCredit(2) == .later)
        #expect(Self.describe(machine.receive(RawFrame(FrameHeader(.credit, stream: 2), Credit(count: 1)))) == "granted 2")
        #expect(machine.takeOutputCredit(2) == .now)
        #expect(machine.takeOutputCredit(2) == .later)
        #expect(machine.takeOutputCredit(3) == .never)
        #expect(machine.takeOutputCredit(4) == .never, "a cancelled activation emits no more")
    }

    @Test func commandsAreCounted() {
        var machine: Machine = Situation.open.machine()
        let command: RawFrame = RawFrame(FrameHeader(.command, stream: 2))
        #expect(Self.describe(machine.receive(command)) == "command 2")
        #expect(Self.describe(machine.receive(command)) == "command 2")
        #expect(Self.describe(machine.receive(command)) == "violated")
    }

    @Test func theLimitOfStreamsIsAnAnswer() {
        var limits: Limits = Limits()
        limits.streams = 2
        var machine: Machine = Machine(limits: limits)
        _ = machine.receive(.hello(fingerprint: ""))
        machine.welcome()
        machine.activate(1, many: false, ended: true)
        machine.activate(2, many: false, ended: true)
        #expect(Self.describe(machine.receive(RawFrame(FrameHeader(.activate, board: 1, stream: 3)))) == "decline 3 exhausted")
        _ = machine.end(1)
        #expect(Self.describe(machine.receive(RawFrame(FrameHeader(.activate, board: 1, stream: 4)))) == "activate 4")
    }

    @Test func beforeWelcomeThereAreTwoLimits() {
        var machine: Machine = Situation.describing.machine()
        for number: UInt32 in 1...256 {
            #expect(Self.describe(machine.receive(RawFrame(FrameHeader(.activate, board: 1, stream: number)))) == "hold")
        }
        #expect(Self.describe(machine.receive(RawFrame(FrameHeader(.activate, board: 1, stream: 257)))) == "violated")
        var other: Machine = Situation.describing.machine()
        let large: RawFrame = RawFrame(FrameHeader(.activate, board: 1, stream: 1), [UInt8](repeating: 0, count: 1 << 20))
        #expect(Self.describe(other.receive(large)) == "violated")
    }

    @Test func drainingHasTwoPhases() {
        var machine: Machine = Situation.open.machine()
        #expect(machine.announceDrain() == true)
        #expect(machine.announceDrain() == false)
        machine.activate(5, many: false, ended: true)
        var payload: [UInt8] = []
        for index: UInt64 in 0..<8 { payload.append(UInt8(truncatingIfNeeded: Machine.drainPing >> (8 * index))) }
        #expect(Self.describe(machine.receive(RawFrame(FrameHeader(.pong), payload))) == "drainAnswered")
        #expect(machine.stop() == 5)
        #expect(machine.stop() == nil)
        #expect(!machine.isSpent)
        for number: UInt32 in [1, 2, 4, 5] { _ = machine.end(number) }
        #expect(machine.isSpent)
        var early: Machine = Machine(limits: Limits())
        _ = early.announceDrain()
        #expect(early.stop() == 0)
        #expect(early.isSpent)
    }
}

extension ProviderConnection {
    mutating func receive(_ frame: RawFrame) -> ProviderAction<Call> {
        receive(frame.header, FrameBody(frame.body.span))
    }
}

extension ProviderConnection<Int> {
    /// Takes ACTIVATE in, and opens the stream as a driver would.
    mutating func activate(_ number: UInt32, many: Bool, ended: Bool) {
        let frame: RawFrame = RawFrame(FrameHeader(.activate, flags: ended ? .end : [], board: 1, stream: number))
        guard case .activate(let opening) = receive(frame) else {
            Issue.record("stream \(number) was not opened")
            return
        }
        open(opening, form: many ? .many : .one, call: Int(number))
    }
}
