import AuthenticationIO
import ColonnadePrelude
public import ColonnadePresentation

/// Where somebody can be who signs in.
public enum SignInStep: FlowStep {
    /// Gives name and password.
    case signIn
    /// Makes the account that an invitation's code is for; nil where the person types it.
    case signUp(code: String?)
}

/// What screens of signing in say that has happened.
enum SignInFlowRoute: Sendable {
    case signIn(SignInRoute)
    case signUp(SignUpRoute)
}

/// Signs somebody in, over the page: what is behind goes on afterwards.
final class SignInFlow: FlowController {
    let stage: Stage
    private let visit: Visit
    private let onward: @Sendable (AppRoute) -> Void

    init(on stage: Stage, for visit: Visit, onward: @escaping @Sendable (AppRoute) -> Void) {
        self.stage = stage
        self.visit = visit
        self.onward = onward
    }

    var primary: Flow { stage.primary }
    var secondary: Flow { stage.secondary }
    var modal: Flow { stage.modal }

    func go(to step: SignInStep) {
        let screen: Presented = .screen(make(step))
        stage.cover { modal in
            modal.uncover(Builder.Authentication.signInScreens)
            if modal.shows(Builder.Authentication.signInScreens) { screen |> modal.replace } else { screen |> modal.present }
        }
    }

    /// Lets somebody sign in, where that is not what they are doing already: several screens find out at the same time that nobody is
    /// signed in, and one sign-in comes up.
    func ask() {
        let screen: Presented = .screen(make(.signIn))
        stage.cover { modal in
            if !modal.holds(Builder.Authentication.signInScreens) { screen |> modal.present }
        }
    }

    /// Takes the screens of signing in away.
    func close() {
        stage.cover { modal in
            modal.uncover(Builder.Authentication.signInScreens)
            if modal.shows(Builder.Authentication.signInScreens) { modal.dismiss() }
        }
    }

    /// The screen of a step, for where it does not stand over the page.
    func make(_ step: SignInStep) -> PresentedScreen {
        stage.build {
            switch step {
            case .signIn:
                Builder.Authentication.makeSignIn(at: visit.place) { [weak self] in self?.handle(.signIn($0)) }
            case .signUp(let code):
                Builder.Authentication.makeSignUp(at: visit.place, code: code) { [weak self] in self?.handle(.signUp($0)) }
            }
        }
    }

    func handle(_ route: SignInFlowRoute) {
        switch route {
        case .signIn(.signedIn(let signedIn)), .signUp(.signedIn(let signedIn)): onward(.signedIn(signedIn))
        case .signIn(.signUpWanted): go(to: .signUp(code: nil))
        case .signUp(.signInWanted): go(to: .signIn)
        case .signIn(.unknown), .signUp(.unknown): stage.tellUnknown()
        }
    }
}
