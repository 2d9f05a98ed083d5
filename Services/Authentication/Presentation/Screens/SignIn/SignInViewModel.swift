import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// Signs somebody in.
final class SignInViewModel: ViewModel {
    /// The longest name that is shown again; see ``SignInName``.
    private static let longestName: Int = 256

    let output: ViewOutput<SignInState>
    private let useCase: SignInUseCase
    private let origin: SignInOrigin

    /// - Parameters:
    ///   - name: what is filled in already.
    ///   - origin: from where the person comes.
    init(useCase: SignInUseCase, name: String?, origin: SignInOrigin) {
        self.useCase = useCase
        self.origin = origin
        output = ViewOutput(SignInState(name: Self.shown(name ?? "")))
    }

    var inputs: [ViewInput] {
        [.submitted("signIn", signIn), .pressed("signUp") { [output] in output.go(SignInRoute.signUpWanted) }]
    }

    func signIn(_ values: [String: ScreenValue]) async throws {
        let (name, password): (String, String) = (values["name"]?.text ?? "", values["password"]?.text ?? "")
        let signedIn: Result<SignedInDomainModel, AuthenticationProblem> = try await mending {
            try await useCase.execute(name: name, password: password, from: origin)
        }
        switch signedIn {
        case .success(let signedIn):
            output.update { $0 = SignInState(isSignedIn: true) }
            output.go(SignInRoute.signedIn(SignedIn(signedIn)))
            output.finish()
        case .failure(let problem):
            output.update { $0 = Self.state(after: problem, name: Self.shown(name)) }
        }
    }

    private static func state(after problem: AuthenticationProblem, name: String) -> SignInState {
        switch problem {
        case .invalidName: SignInState(name: name, nameError: ScreenText(problem))
        case .invalidPassword: SignInState(name: name, passwordError: ScreenText(problem))
        default: SignInState(name: name, error: ScreenText(problem))
        }
    }

    /// A name as it is filled in again; one that nobody can have for its length is not.
    private static func shown(_ name: String) -> String { name.utf8.count <= longestName ? name : "" }
}
