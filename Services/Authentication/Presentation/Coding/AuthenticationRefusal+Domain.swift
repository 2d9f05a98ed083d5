import AuthenticationDomain
import AuthenticationIO
import Colonnade

extension AuthenticationRefusal {
    init(_ problem: AuthenticationProblem) {
        switch problem {
        case .notAllowed: self = .notAllowed
        case .wrongNameOrPassword: self = .wrongNameOrPassword
        case .tooManyAttempts(let pause): self = .tooManyAttempts(retryAfter: pause)
        case .busy(let pause): self = .busy(retryAfter: pause)
        case .invalidInvitation: self = .invalidInvitation
        case .invalidName(let reason): self = .invalidName(reason: reason)
        case .invalidPassword(let reason): self = .invalidPassword(reason: reason)
        case .invalidAccount(let reason): self = .invalidAccount(reason: reason)
        case .nameTaken: self = .nameTaken
        case .notGuardian(let patient): self = .notGuardian(patient: patient)
        }
    }
}

/// Runs a use case, and turns its own "no" into the interface's.
func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let problem as AuthenticationProblem {
        throw AuthenticationRefusal(problem)
    } catch let error as SessionError {
        throw AuthenticationRefusal.sessionNeeded(reason: error.description)
    }
}
