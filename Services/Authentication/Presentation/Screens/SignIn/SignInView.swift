import Colonnade
import ColonnadePresentation

/// What the screen to sign in shows. Nobody's password is part of it.
struct SignInState: Hashable, Sendable {
    /// The last name that was given, for who has to correct it.
    var name: String = ""
    var nameError: ScreenText?
    var passwordError: ScreenText?
    var error: ScreenText?
    var isSignedIn: Bool = false
}

/// The screen to sign in: a pure function.
func signInView(_ state: SignInState) -> Screen {
    if state.isSignedIn { return Screen(title: "Sign in", elements: [.notice("signedIn", "You are signed in.", kind: .success)]) }
    return Screen(
        title: "Sign in",
        elements: [
            .form(
                "signIn", name: "Sign in", submit: "Sign in", error: state.error,
                [
                    ScreenField(id: "name", label: "Name", input: .text(state.name, autocomplete: "username"), error: state.nameError),
                    ScreenField(id: "password", label: "Password", input: .password(isNew: false), error: state.passwordError),
                ]),
            .button("signUp", "I have an invitation"),
        ])
}
