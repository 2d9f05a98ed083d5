import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// Makes the account of somebody who was invited.
final class SignUpViewModel: ViewModel {
    /// The longest code that is shown again, in bytes.
    private static let longestCode: Int = 128

    let output: ViewOutput<SignUpState>
    private let useCase: SignUpUseCase
    private let origin: SignInOrigin

    /// - Parameters:
    ///   - code: what is filled in already.
    ///   - origin: from where the person comes.
    init(useCase: SignUpUseCase, code: String?, origin: SignInOrigin) {
        self.useCase = useCase
        self.origin = origin
        output = ViewOutput(SignUpState(code: Self.shown(code ?? "")))
    }

    var inputs: [ViewInput] {
        [.submitted("signUp", signUp), .pressed("signIn") { [output] in output.go(SignUpRoute.signInWanted) }]
    }

    func signUp(_ values: [String: ScreenValue]) async throws {
        let (code, password): (String, String) = (values["code"]?.text ?? "", values["password"]?.text ?? "")
        guard password == values["again"]?.text else {
            output.update {
                $0 = SignUpState(code: Self.shown(code), againError: "The two passwords are not the same. Type both again.")
            }
            return
        }
        let signedUp: Result<SignedInDomainModel, AuthenticationProblem> = try await mending {
            try await useCase.execute(code: code, password: password, from: origin)
        }
        switch signedUp {
        case .success(let signedIn):
            output.update { $0 = SignUpState(isSignedUp: true) }
            output.go(SignUpRoute.signedIn(SignedIn(signedIn)))
            output.finish()
        case .failure(let problem):
            output.update { $0 = Self.state(after: problem, code: Self.shown(code)) }
        }
    }

    private static func state(after problem: AuthenticationProblem, code: String) -> SignUpState {
        switch problem {
        case .invalidInvitation: SignUpState(code: code, codeError: ScreenText(problem))
        case .invalidPassword: SignUpState(code: code, passwordError: ScreenText(problem))
        default: SignUpState(code: code, error: ScreenText(problem))
        }
    }

    private static func shown(_ code: String) -> String { code.utf8.count <= longestCode ? code : "" }
}
