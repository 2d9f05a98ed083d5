import AppointmentsData
import AppointmentsDomain
import ColonnadeContract

/// News from an event on, in the order in which they happened: what is there in batches, then what comes. A reader who is
/// slow reads on from the table; nothing is kept for it.
struct NewsSequence: AsyncSequence, Sendable {
    typealias Element = [AppointmentNewsDomainModel]
    typealias Failure = any Error

    let repository: AppointmentRepository
    let bells: NewsBells<AppointmentRepository.Scope>
    let scope: AppointmentRepository.Scope
    let start: Int64

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(news: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        /// Few enough to hold, many enough to be quick.
        private static let batch: Int = 100

        private let news: NewsSequence
        private var rings: AsyncStream<Void>.AsyncIterator
        private var event: Int64
        private var hasBegun: Bool = false
        /// Nothing was read yet, or a whole batch.
        private var mayHaveMore: Bool = true

        init(news: NewsSequence) {
            self.news = news
            rings = news.bells.listen(to: news.scope).makeAsyncIterator()
            event = news.start
        }

        mutating func next() async throws -> [AppointmentNewsDomainModel]? {
            guard hasBegun else {
                hasBegun = true
                return [AppointmentNewsDomainModel(.following, cursor: AppointmentCursor.text(event: event))]
            }
            while true {
                if !mayHaveMore, await rings.next(isolation: #isolation) == nil { throw CancellationError() }
                let events: [EventDataModel] = try await news.repository.events(after: event, of: news.scope, limit: Self.batch)
                mayHaveMore = events.count == Self.batch
                if let last: EventDataModel = events.last {
                    event = last.number
                    return events.map(Self.news)
                }
            }
        }

        private static func news(_ event: EventDataModel) -> AppointmentNewsDomainModel {
            let appointment: AppointmentDomainModel = AppointmentDomainModel(event)
            let subject: AppointmentNewsDomainModel.Subject =
                switch event.kind {
                case .booked: .booked(appointment)
                case .moved: .moved(appointment)
                case .cancelled: .cancelled(appointment)
                }
            return AppointmentNewsDomainModel(subject, cursor: AppointmentCursor.text(event: event.number))
        }
    }
}
