import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import ColonnadeContract
import ColonnadeEventLoop
import FoundationEssentials
import MapsIO
import Synchronization

/// Somebody of the staff who books, moves and cancels for one patient, one thing after the other, and tells the ledger what was said.
final class Desk: Sendable {
    /// How often a call is sent before it counts as never answered.
    private static let mostTries: Int = 100

    let caller: Caller
    let ledger: BookingLedger
    let appointments: AppointmentsClient
    let dice: Dice
    let patient: String
    let opened: FrontDoor.Opened
    private let records: ClinicalRecordsClient
    private let maps: MapsClient
    private let accounts: AuthenticationClient
    private let noted: Mutex<[String]> = Mutex([])
    private let wishes: Mutex<Int> = Mutex(0)

    init(_ name: String, patient: String, _ opened: FrontDoor.Opened, _ ledger: BookingLedger, in suite: SuiteSurroundings) {
        caller = Caller(name: name, suite: suite)
        self.patient = patient
        self.opened = opened
        self.ledger = ledger
        dice = Dice(suite.seed, name)
        appointments = AppointmentsClient(
            DeskChannel(caller.channel(to: "appointments", AppointmentsContract.descriptor), bug: suite.bug))
        records = ClinicalRecordsClient(caller.channel(to: "clinical-records", ClinicalRecordsContract.descriptor))
        maps = MapsClient(caller.channel(to: "maps", MapsContract.descriptor))
        accounts = AuthenticationClient(caller.channel(to: "authentication", AuthenticationContract.descriptor))
    }

    /// What must never happen, and did.
    var faults: [String] { noted.withLock { $0 } }

    func work(steps: Int) async {
        for _: Int in 0..<steps {
            await step()
            await caller.pause(dice.milliseconds(0...150))
        }
    }

    func fault(_ text: String) {
        caller.suite.log.note("\(caller.name): \(text)")
        noted.withLock { $0.append("\(caller.name): \(text)") }
    }

    func nextWish() -> String {
        wishes.withLock { wishes in
            wishes += 1
            return "\(caller.name) wish \(wishes)"
        }
    }

    private func step() async {
        switch dice.number(1...12) {
        case 1...6: _ = await book(dice.pick(opened.slots))
        case 7: await move()
        case 8: await cancel()
        case 9: await list()
        case 10:
            await read("maps") { [maps] () async throws(MapsClient.Failure) in
                try await maps.searchPlaces(PlaceSearch(text: FrontDoor.hospital)).count == 1
            }
        case 11:
            await read("records") { [records, patient] () async throws(ClinicalRecordsClient.Failure) in
                try await records.summary(SummaryRequest(patient: patient)).patient == patient
            }
        default:
            await read("accounts") { [accounts] () async throws(AuthenticationClient.Failure) in
                try await accounts.signIn(FrontDoor.staff).session.role == .staff
            }
        }
    }

    /// Sends one call until its answer is known: the same again where the outcome is unknown.
    /// - Returns: the answer; nil where it was refused, or was not dispatched and `endsUndispatched`.
    func send<Answer: Sendable, Refused: Refusal>(
        _ what: String, endsUndispatched: Bool = false, _ call: @escaping @Sendable () async throws(CallFailure<Refused>) -> Answer
    ) async -> (answer: Answer?, verdict: CallVerdict?) {
        var mayBeDone: Bool = false
        for _: Int in 0..<Self.mostTries {
            let result: Result<Answer, CallFailure<Refused>> = await attempt(call)
            guard case .failure(let failure) = result else {
                caller.suite.log.note("\(what): done")
                return (try? result.get(), nil)
            }
            let verdict: CallVerdict = CallVerdict(failure)
            caller.suite.log.note("\(what): \(failure.fault.map { "\($0.code.name), \($0.outcome)" } ?? "\(verdict)")")
            switch verdict {
            case .refused: return (nil, verdict)
            case .broken(let text):
                fault("\(what): \(text)")
                return (nil, verdict)
            case .notDispatched where endsUndispatched && !mayBeDone: return (nil, verdict)
            case .unknown where endsUndispatched && caller.suite.bug == .sendsAgain: return (nil, verdict)
            case .notDispatched: break
            case .unknown: mayBeDone = true
            }
            await caller.pause(dice.milliseconds(10...400))
        }
        fault("\(what) was never answered")
        return (nil, nil)
    }

    private func attempt<Answer: Sendable, Refused: Refusal>(
        _ call: @escaping @Sendable () async throws(CallFailure<Refused>) -> Answer
    ) async -> Result<Answer, CallFailure<Refused>> {
        let until: UInt64 = (caller.suite.loop.now + Caller.patience).nanoseconds
        return await CallMetadata.$current.withValue(CallMetadata(deadline: until, session: opened.token)) {
            do throws(CallFailure<Refused>) { return .success(try await call()) } catch { return .failure(error) }
        }
    }

    /// A call that changes nothing: it gives what is expected, or fails for a reason that may be.
    private func read<Refused: Refusal>(
        _ what: String, _ call: @escaping @Sendable () async throws(CallFailure<Refused>) -> Bool
    ) async {
        switch await attempt(call) {
        case .success(let isRight): if !isRight { fault("\(what) gave a wrong answer") }
        case .failure(let failure):
            caller.suite.log.note("\(caller.name) \(what): \(failure.fault?.code.name ?? "refused")")
            switch CallVerdict(failure) {
            case .notDispatched, .unknown: break
            case .refused(let text), .broken(let text): fault("\(what): \(text)")
            }
        }
    }
}
