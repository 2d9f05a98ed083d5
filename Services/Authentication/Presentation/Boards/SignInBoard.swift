public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `signIn`: begins a session for who knows name and password.
public struct SignInBoard: Sendable {
    private let useCase: SignInUseCase

    public init(useCase: SignInUseCase) {
        self.useCase = useCase
    }

    func activate(with input: SignIn) async throws -> SignedIn {
        SignedIn(
            try await refusing {
                try await useCase.execute(name: input.name, password: input.password, from: SignInOrigin(edge: CallingConsumer.current))
            })
    }
}
