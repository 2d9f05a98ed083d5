import AuthenticationIO
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld

extension Builder {
    /// Makes the screens of authentication.
    enum Authentication {
        static let signInScreen: String = "Authentication.signInScreen"
        static let signUpScreen: String = "Authentication.signUpScreen"
        static let wardScreen: String = "Authentication.wardScreen"
        /// The screens on which somebody without a session gets one.
        static let signInScreens: Set<String> = [signInScreen, signUpScreen]

        /// Name and password.
        static func makeSignIn(at place: String, route: @escaping @Sendable (SignInRoute) -> Void) -> PresentedScreen {
            let client: any AuthenticationInterface = Current.suite.authentication
            return PresentedScreen(
                signInScreen, board: { client.signInScreen(SignInScreenInput(place: place), $0) }, refusal: text, route: route)
        }

        /// An invitation's code, and a new password.
        static func makeSignUp(
            at place: String, code: String?, route: @escaping @Sendable (SignUpRoute) -> Void
        ) -> PresentedScreen {
            let client: any AuthenticationInterface = Current.suite.authentication
            return PresentedScreen(
                signUpScreen, board: { client.signUpScreen(SignUpScreenInput(place: place, code: code), $0) }, refusal: text, route: route)
        }

        /// An invitation; who is invited signs up at the address, or with the code alone.
        static func makeInvite(signingUpAt address: String?) -> PresentedScreen {
            let client: any AuthenticationInterface = Current.suite.authentication
            return PresentedScreen(
                "Authentication.inviteScreen", board: { client.inviteScreen(InviteScreenInput(address: address), $0) }, refusal: text,
                barrier: isBarrier)
        }

        /// The person's own sessions.
        static func makeSessions(route: @escaping @Sendable (SessionsRoute) -> Void) -> PresentedScreen {
            let client: any AuthenticationInterface = Current.suite.authentication
            return PresentedScreen(
                "Authentication.sessionsScreen", board: { client.sessionsScreen((), $0) }, refusal: text, barrier: isBarrier, route: route)
        }

        /// For whom a guardian acts.
        static func makeWards(route: @escaping @Sendable (WardRoute) -> Void) -> PresentedScreen {
            let client: any AuthenticationInterface = Current.suite.authentication
            return PresentedScreen(
                wardScreen, board: { client.wardScreen((), $0) }, refusal: text, barrier: isBarrier, route: route)
        }

        private static func text(_ refusal: AuthenticationRefusal) -> ScreenText {
            switch refusal {
            case .notAllowed: "Your account may not do this."
            case .notGuardian: "You act for this person no longer."
            case .busy, .tooManyAttempts: "Too many people try to sign in. Try again in a moment."
            default: "This can not be shown. Go back, and try again."
            }
        }

        private static func isBarrier(_ refusal: AuthenticationRefusal) -> Bool {
            if case .sessionNeeded = refusal { true } else { false }
        }
    }
}
