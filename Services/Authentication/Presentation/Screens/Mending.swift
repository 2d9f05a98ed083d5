import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// Runs what somebody does on a screen. What they can mend is given back, for the state; that they are not signed in ends the screen.
func mending<Value>(_ body: () async throws -> Value) async throws -> Result<Value, AuthenticationProblem> {
    do {
        return .success(try await body())
    } catch let problem as AuthenticationProblem {
        return .failure(problem)
    } catch let error as SessionError {
        throw AuthenticationRefusal.sessionNeeded(reason: error.description)
    }
}

extension ScreenText {
    /// What a person reads of a problem, with what to do.
    init(_ problem: AuthenticationProblem) {
        switch problem {
        case .notAllowed: self = "Your account may not do this."
        case .wrongNameOrPassword: self = "Name and password do not belong together. Check both, and try again."
        case .tooManyAttempts(let pause): self = "There were too many attempts. Try again in \(pause)."
        case .busy(let pause): self = "Many people are signing in at the moment. Try again in \(pause)."
        case .invalidInvitation:
            self = "This code does not count: it was misread, was used, or has expired. Check it, or ask for a new one."
        case .invalidName(let reason): self = "Give another name: \(reason)."
        case .invalidPassword(let reason): self = "Give another password: \(reason)."
        case .invalidAccount(let reason): self = "Change what is wrong: \(reason)."
        case .nameTaken: self = "Somebody has this name already. Give another one."
        case .notGuardian(let patient): self = "You are not the guardian of \(patient)."
        }
    }
}
