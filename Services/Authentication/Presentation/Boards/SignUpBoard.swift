public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `signUp`: makes the account that a code was given for.
public struct SignUpBoard: Sendable {
    private let useCase: SignUpUseCase

    public init(useCase: SignUpUseCase) {
        self.useCase = useCase
    }

    func activate(with input: SignUp) async throws -> SignedIn {
        SignedIn(
            try await refusing {
                try await useCase.execute(code: input.code, password: input.password, from: SignInOrigin(edge: CallingConsumer.current))
            })
    }
}
