import AuthenticationIO
import ColonnadePrelude
public import ColonnadePresentation

/// Where somebody can be who looks after their account.
public enum AccountStep: FlowStep {
    /// The sessions that the person has, to be ended.
    case sessions
    /// Makes an invitation.
    case invite
    /// Chooses for whom a guardian acts.
    case wards
}

/// What screens of an account say that has happened.
enum AccountFlowRoute: Sendable {
    case sessions(SessionsRoute)
    case wards(WardRoute)
}

/// Shows what belongs to a person's account.
final class AccountFlow: FlowController {
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

    func go(to step: AccountStep) {
        let screen: Presented = .screen(make(step))
        switch step {
        case .sessions, .invite: screen |> primary.push
        case .wards:
            stage.cover { modal in
                if modal.shows([Builder.Authentication.wardScreen]) { screen |> modal.replace } else { screen |> modal.present }
            }
        }
    }

    /// The screen of a step, for where it stands beside others.
    func make(_ step: AccountStep) -> PresentedScreen {
        stage.build {
            switch step {
            case .sessions: Builder.Authentication.makeSessions { [weak self] in self?.handle(.sessions($0)) }
            case .invite: Builder.Authentication.makeInvite(signingUpAt: visit.signUpAddress)
            case .wards: Builder.Authentication.makeWards { [weak self] in self?.handle(.wards($0)) }
            }
        }
    }

    func handle(_ route: AccountFlowRoute) {
        switch route {
        case .sessions(.signedOut): onward(.signedOut)
        case .wards(.actingFor(let ward)): act(for: ward)
        case .wards(.actingForOneself): act(for: nil)
        case .sessions(.unknown), .wards(.unknown): stage.tellUnknown()
        }
    }

    private func act(for ward: SignedIn?) {
        stage.cover { modal in
            if modal.shows([Builder.Authentication.wardScreen]) { modal.dismiss() }
        }
        onward(.actingFor(ward))
    }
}
