import ColonnadeContract
import ColonnadeWire
import Testing

@testable import ColonnadeTransport

/// What every frame means in every state of the consumer's end.
@Suite struct ConsumerConnectionTests {
    typealias Machine = ConsumerConnection<Int>

    /// A state with two streams: 1 of one output, 2 of many; and 3 that has ended where the state allows it.
    enum Situation: String, CaseIterable {
        case greeting, open, draining, stopped, cancelled, closed

        func machine() -> Machine {
            var machine: Machine = Machine(limits: Limits())
            _ = machine.open(1, board: 1, form: .one, bytes: 20, isEnded: true)
            _ = machine.open(2, board: 2, form: .many, bytes: 20, isEnded: false)
            if self == .greeting { return machine }
            _ = machine.receive(.welcome())
            _ = machine.open(3, board: 1, form: .one, bytes: 20, isEnded: true)
            _ = machine.receive(RawFrame(FrameHeader(.output, flags: .end, stream: 3), [1]))
            switch self {
            case .draining: _ = machine.receive(RawFrame(FrameHeader(.drain), Drain(phase: 1)))
            case .stopped: _ = machine.receive(RawFrame(FrameHeader(.drain), Drain(phase: 2, lastStream: 2)))
            case .cancelled:
                _ = machine.cancel(1)
                _ = machine.cancel(2)
            case .closed: _ = machine.end()
            default: break
            }
            return machine
        }
    }

    static let frames: [(name: String, frame: RawFrame)] = [
        ("hello", .hello(fingerprint: "")),
        ("welcome", .welcome()),
        ("reject", RawFrame(FrameHeader(.reject), Reject(code: 9, message: "no"))),
        ("describe", RawFrame(FrameHeader(.describe), Describe())),
        ("activate", RawFrame(FrameHeader(.activate, stream: 4))),
        ("output END on 1", RawFrame(FrameHeader(.output, flags: .end, stream: 1), [1])),
        ("output on 1", RawFrame(FrameHeader(.output, stream: 1), [1])),
        ("output on 2", RawFrame(FrameHeader(.output, stream: 2), [1])),
        ("output END on 2", RawFrame(FrameHeader(.output, flags: .end, stream: 2), [1])),
        ("output on 3", RawFrame(FrameHeader(.output, flags: .end, stream: 3), [1])),
        ("output on 9", RawFrame(FrameHeader(.output, flags: .end, stream: 9), [1])),
        ("output on 0", RawFrame(FrameHeader(.output, flags: .end), [1])),
        ("output META on 2", RawFrame(FrameHeader(.output, flags: .metadata, stream: 2), [1])),
        ("command", RawFrame(FrameHeader(.command, stream: 2))),
        ("complete on 1", RawFrame(FrameHeader(.complete, flags: .end, stream: 1), Complete(done: true))),
        ("complete on 2", RawFrame(FrameHeader(.complete, flags: .end, stream: 2), Complete(done: false))),
        ("complete without END", RawFrame(FrameHeader(.complete, stream: 2), Complete(done: true))),
        ("complete of garbage", RawFrame(FrameHeader(.complete, flags: .end, stream: 2), [0xff])),
        ("refuse on 1", RawFrame(FrameHeader(.refuse, flags: .end, stream: 1), [1])),
        ("refuse on 3", RawFrame(FrameHeader(.refuse, flags: .end, stream: 3), [1])),
        ("fail on 1", RawFrame(FrameHeader(.fail, flags: .end, stream: 1), Fail(code: 3, message: "", outcome: 1))),
        ("fail on 0", RawFrame(FrameHeader(.fail), Fail(code: 14, message: "", outcome: 2))),
        ("fail of garbage", RawFrame(FrameHeader(.fail, flags: .end, stream: 1), [0xff])),
        ("cancel", RawFrame(FrameHeader(.cancel, flags: .end, stream: 1))),
        ("credit on 2", RawFrame(FrameHeader(.credit, stream: 2), Credit(count: 5))),
        ("credit of 0", RawFrame(FrameHeader(.credit, stream: 2), Credit(count: 0))),
        ("credit on 3", RawFrame(FrameHeader(.credit, stream: 3), Credit(count: 5))),
        ("credit on 9", RawFrame(FrameHeader(.credit, stream: 9), Credit(count: 5))),
        ("finish", RawFrame(FrameHeader(.finish, flags: .end, stream: 2))),
        ("ping", .ping()),
        ("ping of 7", RawFrame(FrameHeader(.ping), [1, 2, 3, 4, 5, 6, 7])),
        ("ping on 1", RawFrame(FrameHeader(.ping, stream: 1), [UInt8](repeating: 0, count: 8))),
        ("pong", .ping(.pong)),
        ("drain 1", RawFrame(FrameHeader(.drain), Drain(phase: 1))),
        ("drain 2 at 1", RawFrame(FrameHeader(.drain), Drain(phase: 2, lastStream: 1))),
        ("drain 2 at 9", RawFrame(FrameHeader(.drain), Drain(phase: 2, lastStream: 9))),
        ("drain 3", RawFrame(FrameHeader(.drain), Drain(phase: 3))),
    ]

    /// What is expected where it is no violation; the situations are named by their first letters, `x` is closed.
    static let accepted: [String: [Situation: String]] = {
        let live: [Situation] = [.open, .draining, .stopped]
        func on(_ situations: [Situation], _ action: String, _ more: [Situation: String] = [:]) -> [Situation: String] {
            more.merging(situations.map { ($0, action) }) { first, _ in first }
        }
        let always: [Situation] = [.greeting, .open, .draining, .stopped, .cancelled]
        return [
            "welcome": [.greeting: "welcomed"], "reject": [.greeting: "rejected"], "describe": [.greeting: "describe"],
            "output END on 1": on(live, "output 1 last", [.cancelled: "released"]),
            "output on 2": on(live, "output 2", [.cancelled: "nothing"]),
            "output END on 2": on(live, "output 2 last", [.cancelled: "released"]),
            "complete on 2": on(live, "completed 2 notDone", [.cancelled: "released"]),
            "refuse on 1": on(live, "refused 1", [.cancelled: "released"]),
            "fail on 1": on(live, "failed 1", [.cancelled: "released"]),
            "fail on 0": on(always, "ended"),
            "credit on 2": on(live, "granted 2", [.cancelled: "nothing"]),
            "credit on 3": on(live + [.cancelled], "nothing"),
            "ping": on(always, "pong"), "pong": on(always, "nothing"),
            "drain 1": on([.greeting, .open, .draining, .cancelled], "draining"),
            "drain 2 at 1": on([.greeting, .open, .draining], "stopped [2]", [.cancelled: "stopped []"]),
        ]
    }()

    @Test(arguments: Situation.allCases)
    func everyFrame(in situation: Situation) {
        for (name, frame): (String, RawFrame) in Self.frames {
            var machine: Machine = situation.machine()
            let expected: String = situation == .closed ? "nothing" : Self.accepted[name]?[situation] ?? "violated"
            #expect(Self.describe(machine.receive(frame)) == expected, "\(name) in \(situation)")
        }
    }

    /// Whoever breaks a rule ends the connection, and with it what is open; nobody may be left waiting.
    @Test(arguments: Situation.allCases)
    func aViolationLosesNoActivation(in situation: Situation) {
        var untouched: Machine = situation.machine()
        let open: [Int] = untouched.end().calls
        for (name, frame): (String, RawFrame) in Self.frames {
            var machine: Machine = situation.machine()
            guard Self.describe(machine.receive(frame)) == "violated" else { continue }
            #expect(machine.end().calls == open, "\(name) in \(situation)")
        }
    }

    static func describe(_ action: ConsumerAction<Int>) -> String {
        switch action {
        case .nothing: "nothing"
        case .welcomed: "welcomed"
        case .describe: "describe"
        case .rejected: "rejected"
        case .output(let call, let isLast): "output \(call)\(isLast ? " last" : "")"
        case .completed(let call, let completion): "completed \(call) \(completion)"
        case .refused(let call): "refused \(call)"
        case .failed(let call, _): "failed \(call)"
        case .released: "released"
        case .commandsGranted(let call): "granted \(call)"
        case .pong: "pong"
        case .draining: "draining"
        case .stopped(let calls): "stopped \(calls)"
        case .ended: "ended"
        case .violated: "violated"
        }
    }

    @Test func streamsAreNumberedFromOne() {
        var machine: Machine = Machine(limits: Limits())
        for number: UInt32 in 1...10 {
            #expect(machine.open(Int(number), board: 1, form: .one, bytes: 1, isEnded: true) == number)
        }
    }

    @Test func beforeWelcomeThereAreTwoLimits() {
        var machine: Machine = Machine(limits: Limits(), greetingBytes: 100)
        for number: Int in 0..<256 {
            #expect(machine.admission(bytes: 10) == .now)
            _ = machine.open(number, board: 1, form: .one, bytes: 10, isEnded: true)
        }
        #expect(machine.admission(bytes: 10) == .later)
        _ = machine.receive(.welcome())
        #expect(machine.admission(bytes: 10) == .now)

        var other: Machine = Machine(limits: Limits(), greetingBytes: 100)
        #expect(other.admission(bytes: (1 << 20) - 99) == .later)
        #expect(other.admission(bytes: (1 << 20) - 100) == .now)
        _ = other.open(0, board: 1, form: .one, bytes: (1 << 20) - 100, isEnded: true)
        #expect(other.admission(bytes: 1) == .later)
    }

    @Test func theProvidersLimitOfStreamsHolds() {
        var machine: Machine = Machine(limits: Limits())
        _ = machine.receive(.welcome(limits: PeerLimits(frameBytes: 2000, streams: 1, outputCredit: 0)))
        #expect(machine.frameLimit == 2000)
        _ = machine.open(1, board: 1, form: .one, bytes: 1, isEnded: true)
        #expect(machine.admission(bytes: 1) == .later)
        _ = machine.cancel(1)
        #expect(machine.admission(bytes: 1) == .later, "a cancelled stream is taken until its end")
        _ = machine.receive(RawFrame(FrameHeader(.refuse, flags: .end, stream: 1)))
        #expect(machine.admission(bytes: 1) == .now)
    }

    @Test func nearTheEndOfTheNumbersNothingIsOpened() {
        var limits: Limits = Limits()
        limits.lastStream = 12
        var machine: Machine = Machine(limits: limits, firstStream: 11)
        #expect(machine.admission(bytes: 1) == .now)
        #expect(machine.open(1, board: 1, form: .one, bytes: 1, isEnded: true) == 11)
        #expect(machine.admission(bytes: 1) == .elsewhere)
        #expect(!machine.isSpent)
        _ = machine.receive(.welcome())
        _ = machine.receive(RawFrame(FrameHeader(.refuse, flags: .end, stream: 11)))
        #expect(machine.isSpent)
    }

    @Test func outputsWithoutCreditAreAViolation() {
        var limits: Limits = Limits()
        limits.outputCredit = 2
        var machine: Machine = Machine(limits: limits)
        let stream: UInt32 = machine.open(1, board: 1, form: .many, bytes: 1, isEnded: true)
        _ = machine.receive(.welcome())
        let output: RawFrame = RawFrame(FrameHeader(.output, stream: stream))
        #expect(Self.describe(machine.receive(output)) == "output 1")
        #expect(machine.grantOutputs(stream, 1) == true)
        #expect(Self.describe(machine.receive(output)) == "output 1")
        #expect(Self.describe(machine.receive(output)) == "output 1")
        #expect(Self.describe(machine.receive(output)) == "violated")
    }

    @Test func commandsNeedCreditAndEnd() {
        var machine: Machine = Situation.open.machine()
        #expect(machine.takeCommandCredit(1) == .never)
        #expect(machine.takeCommandCredit(2) == .later)
        _ = machine.receive(RawFrame(FrameHeader(.credit, stream: 2), Credit(count: 1)))
        #expect(machine.takeCommandCredit(2) == .now)
        #expect(machine.takeCommandCredit(2) == .later)
        #expect(machine.finish(2) == true)
        #expect(machine.finish(2) == false)
        #expect(machine.takeCommandCredit(2) == .never)
    }

    @Test func theEndTellsWhatIsKnown() {
        var greeting: Machine = Situation.greeting.machine()
        let early: (calls: [Int], outcome: DeliveryOutcome) = greeting.end()
        #expect(early.calls == [1, 2] && early.outcome == .notDispatched)
        var open: Machine = Situation.open.machine()
        let late: (calls: [Int], outcome: DeliveryOutcome) = open.end()
        #expect(late.calls == [1, 2] && late.outcome == .unknown)
        var cancelled: Machine = Situation.cancelled.machine()
        #expect(cancelled.end().calls == [])
    }
}

extension ConsumerConnection {
    mutating func receive(_ frame: RawFrame) -> ConsumerAction<Call> {
        receive(frame.header, FrameBody(frame.body.span))
    }
}
