/// Why somebody can not do what they want.
public enum AuthenticationProblem: Error, Hashable, Sendable {
    case notAllowed
    case wrongNameOrPassword
    case tooManyAttempts(retryAfter: Duration)
    case busy(retryAfter: Duration)
    case invalidInvitation
    case invalidName(reason: String)
    case invalidPassword(reason: String)
    case invalidAccount(reason: String)
    case nameTaken
    case notGuardian(patient: String)
}
