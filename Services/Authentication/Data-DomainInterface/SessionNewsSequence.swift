import AuthenticationData
import AuthenticationDomain
import ColonnadeContract
import Foundation

/// The key, what was ended in batches, that this was all, and then what is ended as it comes.
struct SessionNewsSequence: AsyncSequence, Sendable {
    typealias Element = SessionNewsDomainModel
    typealias Failure = any Error

    let repository: EndedSessionRepository
    let bell: NewsBell
    let publicKey: [UInt8]
    let now: @Sendable () -> Date

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(news: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        private enum Phase {
            case key, past, present
        }

        private let news: SessionNewsSequence
        private var phase: Phase = .key
        private var last: Int64 = 0
        private var rings: AsyncStream<Void>.AsyncIterator

        init(news: SessionNewsSequence) {
            self.news = news
            // Before it looks, so that nothing is missed.
            rings = news.bell.listen().makeAsyncIterator()
        }

        mutating func next() async throws -> SessionNewsDomainModel? {
            if phase == .key {
                phase = .past
                return .key(news.publicKey)
            }
            while true {
                let ended: [EndedSessionDataModel] = try await news.repository.ended(after: last, now: news.now())
                if let end: EndedSessionDataModel = ended.last {
                    last = end.number
                    return .revoked(ended.map(RevocationDomainModel.init))
                }
                if phase == .past {
                    phase = .present
                    return .complete
                }
                guard await rings.next(isolation: #isolation) != nil else { throw CancellationError() }
            }
        }
    }
}
