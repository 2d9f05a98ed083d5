import ColonnadeContract
import RepositoryFiles
import Testing

/// One thing that one vertical expects of one board of another.
struct Expectation: Sendable, CustomTestStringConvertible {
    /// What is expected: each board has to hold in all that apply to its kind.
    enum Aspect: String, CaseIterable, Sendable {
        /// The Outputs are as the consumer reads them.
        case shape
        /// What is refused, by which case; or that nothing is.
        case refusal
        /// The same once more has the same answer, and changes nothing.
        case idempotence
        /// Outputs come as they are made, in order.
        case streaming
        /// Who leaves is rid of the call, and harms nobody.
        case cancel
        /// A call ends with its deadline.
        case deadline

        /// Those that apply to a board.
        static func applying(to board: BoardDescriptor) -> Set<Aspect> {
            var aspects: Set<Aspect> = [.shape, .refusal, .cancel, .deadline]
            if board.idempotent { aspects.insert(.idempotence) }
            if board.many { aspects.insert(.streaming) }
            return aspects
        }
    }

    let use: BoardUse
    let aspect: Aspect
    let body: @Sendable (RunningProvider) async throws -> Void

    init(_ use: BoardUse, _ aspect: Aspect, _ body: @escaping @Sendable (RunningProvider) async throws -> Void) {
        self.use = use
        self.aspect = aspect
        self.body = body
    }

    var testDescription: String { "\(use): \(aspect.rawValue)" }
}
