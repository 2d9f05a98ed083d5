import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
private import Synchronization

/// The names of the people whom a page's screens show by their ids: asked for in batches as screens bring people, and kept for this page and
/// for as long as the same person looks. A name that can't be had costs nothing but itself: the id is shown in its place.
final class PeopleNames: Sendable {
    /// Asks for names with the session that the page has now; an id that has none, or none for who looks, is left out.
    typealias Ask = @Sendable (Set<ScreenPerson>) async throws -> [String: String]

    private struct State {
        var names: [String: String] = [:]
        /// Those who are to be asked for.
        var waiting: Set<ScreenPerson> = []
        /// Those who were asked for, and have no name for who looks.
        var nameless: Set<ScreenPerson> = []
        /// Those whom the newest screens show, by screen.
        var shown: [String: Set<ScreenPerson>] = [:]
        var task: Task<Void, Never>?
        /// Counts who has looked: an answer for somebody before is nothing for this one.
        var looker: Int = 0
        /// Whether the last asking has failed, so that nobody should wait for the next.
        var hasFailed: Bool = false
    }

    /// People in one asking at most, and of them those with sessions: what clinical-records answers in one call.
    static let (batch, sessions): (Int, Int) = (256, 32)
    /// Names that are kept; beyond, those go that no screen shows.
    static let kept: Int = 1_024
    /// Pauses between two tries, at first and at most.
    private static let pauses: (first: Duration, longest: Duration) = (.milliseconds(500), .seconds(16))

    private let ask: Ask
    private let clock: WorldClock
    private let changed: @Sendable () -> Void
    private let state: Mutex<State> = Mutex(State())

    /// - Parameter changed: called when names have come.
    init(clock: WorldClock, ask: @escaping Ask, changed: @escaping @Sendable () -> Void) {
        self.ask = ask
        self.clock = clock
        self.changed = changed
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// Whether names are on their way that are worth waiting for.
    var isAsking: Bool { state.withLock { !$0.waiting.isEmpty && !$0.hasFailed } }

    /// Takes note of whom a screen or an alert shows now; nobody where it is closed.
    func look(at people: Set<ScreenPerson>, on id: String) {
        state.withLock { state in
            if people.isEmpty {
                guard state.shown.removeValue(forKey: id) != nil else { return }
            } else {
                state.shown[id] = people
            }
            let wanted: Set<ScreenPerson> = state.shown.values.reduce(into: []) { $0.formUnion($1) }
            forget(in: &state, but: wanted)
            state.waiting = wanted.filter { state.names[$0.id] == nil && !state.nameless.contains($0) }
            begin(in: &state)
        }
    }

    /// The names that are known for a screen or an alert; none where it shows nobody.
    func known(on id: String) -> [String: String] {
        state.withLock { $0.shown[id] == nil ? [:] : $0.names }
    }

    /// Stands for the names that are known.
    var mark: Int { state.withLock { $0.names.count } }

    /// The page is loaded anew: who had no name may have one by now.
    func askAgain() {
        state.withLock { state in
            guard !state.nameless.isEmpty else { return }
            let shown: Set<ScreenPerson> = state.shown.values.reduce(into: []) { $0.formUnion($1) }
            state.waiting.formUnion(state.nameless.intersection(shown))
            state.nameless = []
            begin(in: &state)
        }
    }

    /// Somebody else looks from here on: what was known is not theirs to know.
    func renew() {
        state.withLock { state in
            state.looker += 1
            (state.names, state.nameless) = ([:], [])
            state.waiting = state.shown.values.reduce(into: []) { $0.formUnion($1) }
            state.task?.cancel()
            state.task = nil
            begin(in: &state)
        }
    }

    /// Asks for nothing more.
    func close() {
        state.withLock { state in
            state.task?.cancel()
            state.shown = [:]
            state.waiting = []
        }
    }

    private func forget(in state: inout State, but wanted: Set<ScreenPerson>) {
        if state.names.count > Self.kept {
            let ids: Set<String> = Set(wanted.map(\.id))
            state.names = state.names.filter { ids.contains($0.key) }
        }
        if state.nameless.count > Self.kept { state.nameless.formIntersection(wanted) }
    }

    private func begin(in state: inout State) {
        guard !state.waiting.isEmpty, state.task == nil else { return }
        let looker: Int = state.looker
        state.hasFailed = false
        state.task = Task { [weak self, clock] in
            var pause: Duration = Self.pauses.first
            while let asked: Bool = await self?.askOnce(as: looker) {
                guard asked else {
                    guard (try? await clock.sleep(pause)) != nil else { return }
                    pause = min(pause * 2, Self.pauses.longest)
                    continue
                }
                pause = Self.pauses.first
            }
        }
    }

    /// Asks for one batch.
    /// - Returns: whether there was an answer; nil where nobody waits, or another one looks.
    private func askOnce(as looker: Int) async -> Bool? {
        let batch: Set<ScreenPerson> = state.withLock { state in
            guard state.looker == looker else { return [] }
            let batch: Set<ScreenPerson> = Self.batch(of: state.waiting)
            if batch.isEmpty { state.task = nil }
            return batch
        }
        guard !batch.isEmpty, !Task.isCancelled else { return nil }
        let names: [String: String]? = try? await ask(batch)
        let isNews: Bool? = state.withLock { state in
            guard state.looker == looker else { return nil }
            state.hasFailed = names == nil
            guard let names else { return true }
            for person: ScreenPerson in batch {
                if let name: String = names[person.id] { state.names[person.id] = name } else { state.nameless.insert(person) }
            }
            state.waiting.subtract(batch)
            return true
        }
        guard isNews != nil else { return nil }
        changed()
        return names != nil
    }

    private static func batch(of waiting: Set<ScreenPerson>) -> Set<ScreenPerson> {
        let own: [ScreenPerson] = waiting.filter { $0.session == nil }
        let withSession: [ScreenPerson] = waiting.filter { $0.session != nil }
        return Set((withSession.prefix(sessions) + own).prefix(batch))
    }
}
