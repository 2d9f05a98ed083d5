import Colonnade
import ColonnadePresentation

/// What the screen to sign up shows. Nobody's password is part of it.
struct SignUpState: Hashable, Sendable {
    /// The last code that was given, for who has to correct it.
    var code: String = ""
    var codeError: ScreenText?
    var passwordError: ScreenText?
    var againError: ScreenText?
    var error: ScreenText?
    var isSignedUp: Bool = false
}

/// The screen to sign up: a pure function.
func signUpView(_ state: SignUpState) -> Screen {
    if state.isSignedUp {
        return Screen(title: "Sign up", elements: [.notice("signedUp", "You have an account now, and are signed in.", kind: .success)])
    }
    return Screen(
        title: "Sign up",
        elements: [
            .form(
                "signUp", name: "Sign up", submit: "Sign up", error: state.error,
                [
                    ScreenField(
                        id: "code", label: "Invitation", input: .text(state.code, autocomplete: "one-time-code"),
                        hint: "The code that you were given, in groups of four. Dashes and capitals do not matter.", error: state.codeError),
                    ScreenField(
                        id: "password", label: "New password", input: .password(isNew: true),
                        hint: "12 characters at least. A sentence is easy to keep.", error: state.passwordError),
                    ScreenField(id: "again", label: "The same again", input: .password(isNew: true), error: state.againError),
                ]),
            .button("signIn", "I have an account"),
        ])
}
