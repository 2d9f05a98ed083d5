import AppointmentsIO
import ColonnadeContract
import FoundationEssentials
import Synchronization

/// Follows all appointments through the storm: it misses nothing, and its stream ends for no reason but the death of its provider.
final class Follower: Sendable {
    private struct State {
        var latest: [UUID: Appointment] = [:]
        var cursor: String
        var faults: [String] = []
    }

    private let caller: Caller
    private let token: String
    private let appointments: AppointmentsClient
    private let state: Mutex<State>

    init(_ opened: FrontDoor.Opened, in suite: SuiteSurroundings) {
        caller = Caller(name: SuiteSurroundings.follower, suite: suite)
        token = opened.token
        appointments = AppointmentsClient(caller.channel(to: "appointments", AppointmentsContract.descriptor))
        state = Mutex(State(cursor: opened.cursor))
    }

    var faults: [String] { state.withLock(\.faults) }

    /// Until the task is cancelled.
    func follow() async {
        while !Task.isCancelled {
            let breaks: Int = broken
            let failure: AppointmentsClient.Failure? = await followOnce()
            if Task.isCancelled { return }
            caller.suite.log.note("the follower's stream ends: \(failure?.fault?.code.name ?? "\(String(describing: failure))")")
            if let text: String = Self.unexplained(failure), breaks == broken {
                state.withLock { $0.faults.append("the follower's stream has ended, and nobody has died: \(text)") }
            }
            await caller.pause(.milliseconds(50))
        }
    }

    /// Whether all that is kept was told, and as it is.
    func knows(_ kept: [BookingLedger.Kept]) -> Bool {
        state.withLock { state in
            kept.allSatisfy { one in
                guard let told: Appointment = state.latest[one.id] else { return false }
                return told.start == one.start && (told.status == .booked) == one.isBooked
            }
        }
    }

    private var broken: Int { caller.suite.socket(from: caller.name, to: "appointments")?.breaks ?? 0 }

    private func followOnce() async -> AppointmentsClient.Failure? {
        let cursor: String = state.withLock(\.cursor)
        return await CallMetadata.$current.withValue(CallMetadata(session: token)) {
            do throws(AppointmentsClient.Failure) {
                for try await news: AppointmentNews in appointments.follow(FollowAppointments(scope: .all, cursor: cursor)) { hear(news) }
                return nil
            } catch {
                return error
            }
        }
    }

    private func hear(_ news: AppointmentNews) {
        state.withLock { state in
            switch news {
            case .following(let cursor): state.cursor = cursor
            case .booked(let one, let cursor), .moved(let one, let cursor), .cancelled(let one, let cursor):
                // A stream that has moved begins where it was opened: what is told again is older than what is known.
                if one.sequence >= state.latest[one.id]?.sequence ?? 0 { state.latest[one.id] = one }
                state.cursor = cursor
            case .unknown: break
            }
        }
    }

    /// What an end of the stream says that a barrier has not: a gate may refuse while sessions can not be checked.
    private static func unexplained(_ failure: AppointmentsClient.Failure?) -> String? {
        switch failure {
        case .barrierRefused, .barrierStuck: nil
        case .some(let failure): "\(failure)"
        case nil: "it was completed"
        }
    }
}
