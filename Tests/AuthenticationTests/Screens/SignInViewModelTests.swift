import AuthenticationData
import AuthenticationDataDomainInterface
import AuthenticationDomain
import Colonnade
import ColonnadePresentation
import Testing

@testable import AuthenticationPresentation

@Suite("What the view model of the sign-in makes of a refusal", .timeLimit(.minutes(2)))
struct SignInViewModelTests {
    @Test(
        "each stands where the person mends it, and says when to come back",
        arguments: [
            (
                AuthenticationProblem.tooManyAttempts(retryAfter: .seconds(90)),
                ScreenText("There were too many attempts. Try again in \(Duration.seconds(90)).")
            ),
            (.busy(retryAfter: .seconds(1)), ScreenText("Many people are signing in at the moment. Try again in \(Duration.seconds(1)).")),
        ])
    func refusals(_ problem: AuthenticationProblem, _ text: ScreenText) async throws {
        let model: SignInViewModel = try await Self.model(refusing: problem, password: "right one")
        try await model.signIn(["name": .text("ana"), "password": .text("right one")])
        #expect(model.output.state == SignInState(name: "ana", error: text))
    }

    @Test("what is missing counts as empty, and what is right signs in")
    func values() async throws {
        let model: SignInViewModel = try await Self.model(refusing: nil, password: "right one")
        try await model.signIn([:])
        #expect(model.output.state.nameError == "Give another name: \("a name has 1 to 64 characters").")
        try await model.signIn(["name": .text("ana")])
        #expect(model.output.state.passwordError == "Give another password: \("the password is empty").")
        try await model.signIn(["name": .text("ana"), "password": .text("wrong one")])
        #expect(model.output.state.error != nil && !model.output.state.isSignedIn)
        try await model.signIn(["name": .text("ana"), "password": .text("right one")])
        #expect(model.output.state == SignInState(isSignedIn: true))
    }

    private static func model(refusing problem: AuthenticationProblem?, password: String) async throws -> SignInViewModel {
        let passwords: PasswordsByScrypt = PasswordsByScrypt(
            queue: PasswordQueue(), work: PasswordWork(cost: 4, parallelism: 1), randomBytes: RandomBytes.next)
        let accounts: FakeAccounts = FakeAccounts(
            known: try SignInName("ana"), password: try await passwords.record(of: Password(password)))
        let useCase: SignInUseCase = SignInUseCase(
            accounts: accounts, passwords: passwords, slowing: FakeSlowing(problem: problem), signing: FakeSigning(),
            keeping: FakeSessions(), surroundings: Surroundings(now: { TestClock.start }, newID: { FakeAccounts.id }))
        return SignInViewModel(useCase: useCase, name: nil, origin: .unknown)
    }
}

/// Refuses each attempt for the same reason, or none.
private struct FakeSlowing: SlowDownInterface {
    let problem: AuthenticationProblem?

    func begin(_ name: SignInName, from origin: String?) throws(AuthenticationProblem) -> SignInAttempt {
        if let problem { throw problem }
        return SignInAttempt(name: name, origin: origin, isFamiliar: false)
    }

    func succeed(_ attempt: SignInAttempt) {}

    func withdraw(_ attempt: SignInAttempt) {}
}
