public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `firstInvitation`: how the first operator signs up. The operator's own commands may ask, and no vertical: who has the code becomes
/// operator.
public struct FirstInvitationBoard: Sendable {
    /// The consumer whose edge the operator's commands come by. Where anybody may connect, nobody has another.
    private static let `operator`: String = "operator"

    private let useCase: ViewFirstInvitationUseCase

    public init(useCase: ViewFirstInvitationUseCase) {
        self.useCase = useCase
    }

    func activate(with input: FirstInvitationRequest) async throws -> String {
        guard (CallingConsumer.current ?? Self.operator) == Self.operator else { throw AuthenticationRefusal.notAllowed }
        guard let code: String = try await useCase.execute() else { return "there is an operator, who can invite others" }
        guard let address: String = input.address else { return "nobody is operator yet: sign up with the code \(code)" }
        return "nobody is operator yet: sign up at \(address)\(code)"
    }
}
