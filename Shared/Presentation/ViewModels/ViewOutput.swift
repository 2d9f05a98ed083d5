public import ColonnadeContract
public import ColonnadeSystemIO
private import Synchronization

/// What a view model gives: one state that can be observed, and what happens beside it. Any task may use it.
public final class ViewOutput<State: Sendable>: Sendable {
    /// What is to be told once.
    enum News: Sendable {
        case route(Route)
        case alert(Alert)
    }

    /// What there is at one moment.
    struct Now {
        let state: State
        let news: [News]
        let end: Result<Completion, any Error>?
        let version: UInt64
    }

    private struct Kept {
        var state: State
        var version: UInt64 = 0
        var news: [News] = []
        /// How the screen ends; the first end counts.
        var end: Result<Completion, any Error>?
    }

    /// Rings for whoever draws.
    let changed: NewsBell = NewsBell()
    /// Rings when news was taken.
    let taken: NewsBell = NewsBell()
    private let kept: Mutex<Kept>

    /// An output with the state that is shown first.
    public init(_ state: State) {
        kept = Mutex(Kept(state: state))
    }

    /// The state as it is now.
    public var state: State { kept.withLock { $0.state } }

    /// Changes the state. Several changes that follow each other quickly are drawn once.
    public func update(_ change: (inout State) -> Void) {
        kept.withLock { kept in
            change(&kept.state)
            kept.version += 1
        }
        changed.ring()
    }

    /// Says that something happened which the flow around the screen decides about.
    /// - Parameter route: a DTO of the vertical, declared in its InOut file.
    public func go<Value: WireMessage>(_ route: Value) {
        tell(.route(Route(route)))
    }

    /// Tells the person something at once. The choice comes as an input ``ViewInput/chosen(_:_:)`` with the alert's id.
    public func alert(_ alert: Alert) {
        tell(.alert(alert))
    }

    /// Closes the screen, once all of this has been sent.
    public func finish(_ completion: Completion = .done) {
        end(.success(completion))
    }

    /// Ends the screen with what `body` throws.
    func failing(_ body: () async throws -> Void) async {
        do { try await body() } catch { end(.failure(error)) }
    }

    private func end(_ end: Result<Completion, any Error>) {
        kept.withLock { kept in
            if kept.end == nil { kept.end = end }
            kept.version += 1
        }
        changed.ring()
    }

    private func tell(_ news: News) {
        kept.withLock { kept in
            kept.news.append(news)
            kept.version += 1
        }
        changed.ring()
    }

    var waitingNews: Int { kept.withLock { $0.news.count } }

    /// Tells changes of the state, news and the end apart from those before.
    var version: UInt64 { kept.withLock { $0.version } }

    /// What is to be sent now: the newest state, and all news since the last time.
    func take() -> Now {
        let now: Now = kept.withLock { kept in
            defer { kept.news = [] }
            return Now(state: kept.state, news: kept.news, end: kept.end, version: kept.version)
        }
        if !now.news.isEmpty { taken.ring() }
        return now
    }
}
