import AppointmentsIO
import ColonnadeEventLoop
import FoundationEssentials

/// The booking story in one suite, from one seed.
struct SimulatedRun: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        let faults: [String]
        let log: [String]
        let counts: (confirmed: Int, refused: Int, notDispatched: Int, unknown: Int)
    }

    /// How long the follower may take to hear of the last appointment.
    private static let lastNews: Duration = .seconds(60)

    let seed: UInt64
    let bug: PlantedBug?

    /// Runs it on a loop of its own, on the calling thread, with its files in `home`.
    func run(in home: String, settle: @escaping @Sendable () -> Void) -> Outcome {
        defer { try? FileManager.default.removeItem(atPath: home) }
        return EventLoop.run(name: "suite", clock: .virtual(from: SuiteSurroundings.beginning, settle: settle)) { loop in
            do {
                return try await story(in: try SuiteSurroundings(seed: seed, bug: bug, home: home, loop: loop))
            } catch {
                return Outcome(faults: ["the story did not begin: \(error)"], log: [], counts: (0, 0, 0, 0))
            }
        }
    }

    private func story(in suite: SuiteSurroundings) async throws -> Outcome {
        let keeper: SuiteKeeper = SuiteKeeper(suite)
        keeper.startAll()
        await keeper.wait { $0.isReady }
        let ledger: BookingLedger = BookingLedger()
        var faults: [String] = []
        do {
            faults = try await day(in: suite, keeper, ledger)
        } catch {
            faults = ["the door did not open: \(error)"]
        }
        keeper.stopAll()
        await keeper.wait { $0.isDown }
        let kept: [BookingLedger.Kept] = try BookingLedger.Kept.read("\(suite.state(of: "appointments"))/appointments.sqlite")
        return Outcome(faults: faults + keeper.faults + ledger.faults(against: kept), log: suite.log.lines, counts: ledger.counts)
    }

    private func day(in suite: SuiteSurroundings, _ keeper: SuiteKeeper, _ ledger: BookingLedger) async throws -> [String] {
        let opened: FrontDoor.Opened = try await FrontDoor(suite).open()
        let desks: [Desk] = SuiteSurroundings.desks.enumerated().map { number, name in
            Desk(name, patient: "p\(number)", opened, ledger, in: suite)
        }
        let follower: Follower = Follower(opened, in: suite)
        let following: Task<Void, Never> = suite.loop.startTask { await follower.follow() }
        let steps: Int = Dice(suite.seed, "steps").number(8...12)
        let working: [Task<Void, Never>] = desks.map { desk in suite.loop.startTask { await desk.work(steps: steps) } }
        await Storm(suite).rage(keeper)
        for task: Task<Void, Never> in working { await task.value }
        // All is well again: what is asked for now is given.
        for desk: Desk in desks {
            guard let slot: Slot = await desk.freeSlot() else { continue }
            if !(await desk.book(slot)) { desk.fault("a free slot could not be booked after the storm") }
            await desk.list()
        }
        let missed: [String] = try await awaitLastNews(follower, in: suite)
        following.cancel()
        await following.value
        return desks.flatMap(\.faults) + follower.faults + missed
    }

    private func awaitLastNews(_ follower: Follower, in suite: SuiteSurroundings) async throws -> [String] {
        let kept: [BookingLedger.Kept] = try BookingLedger.Kept.read("\(suite.state(of: "appointments"))/appointments.sqlite")
        let deadline: MonotonicTime = suite.loop.now + Self.lastNews
        while !follower.knows(kept), suite.loop.now < deadline { try await suite.loop.sleep(for: .milliseconds(100)) }
        return follower.knows(kept) ? [] : ["the follower was not told of every appointment"]
    }
}
