import AuthenticationIO
import Colonnade
import ColonnadeTesting
import Testing

@Suite("Accounts", .timeLimit(.minutes(2)))
struct AccountTests {
    @Test("the first operator signs up by the code in the file, which is gone then, and is not made again")
    func firstOperator() async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let first: AccountsUnderTest = try await AccountsUnderTest(folder: folder)
        #expect(try folder.permissions(of: "state") == 0o700)
        #expect(try folder.permissions(of: "state/operator-invitation") == 0o600)
        #expect(try folder.permissions(of: "state/session-key") == 0o600)
        let signedIn: SignedIn = try await first.makeOperator()
        #expect(signedIn.session.role == .operator && signedIn.session.name == "operator" && signedIn.session.patient == nil)
        #expect(try await first.with(signedIn) { try await $0.session() } == signedIn.session)
        #expect(try folder.operatorCode() == nil)
        await first.close()

        let second: AccountsUnderTest = try await AccountsUnderTest(folder: folder)
        #expect(try folder.operatorCode() == nil)
        #expect(try await second.with(signedIn) { try await $0.session() } == signedIn.session)
        await second.close()
    }

    @Test("who runs the suite is told the first operator's link, once and alone")
    func firstInvitation() async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let accounts: AccountsUnderTest = try await AccountsUnderTest(folder: folder)
        let code: String = try #require(try folder.operatorCode())
        let request: FirstInvitationRequest = FirstInvitationRequest(address: "http://clinic/sign-up?code=")
        let runner: AuthenticationClient = accounts.client(of: "operator")
        #expect(try await runner.firstInvitation(request) == "nobody is operator yet: sign up at http://clinic/sign-up?code=\(code)")
        #expect(try await runner.firstInvitation(FirstInvitationRequest()) == "nobody is operator yet: sign up with the code \(code)")
        let octopus: AuthenticationClient = accounts.client(of: "octopus")
        #expect(try await refusal { _ = try await octopus.firstInvitation(request) } == .notAllowed)
        _ = try await accounts.makeOperator()
        #expect(try await runner.firstInvitation(request) == "there is an operator, who can invite others")
        await accounts.close()
    }

    @Test("a code that was not used is replaced at the next start, and counts no longer")
    func unusedCode() async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let first: AccountsUnderTest = try await AccountsUnderTest(folder: folder)
        let old: String = try #require(try folder.operatorCode())
        await first.close()
        let second: AccountsUnderTest = try await AccountsUnderTest(folder: folder)
        #expect(try folder.operatorCode() != old)
        #expect(try await refusal { try await second.signUp(old) } == .invalidInvitation)
        await second.close()
    }

    @Test("an operator invites anybody, staff invite patients, patients and strangers nobody")
    func whoInvites() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let staff: SignedIn = try await accounts.make(Invitation(name: "Dr. Roth", role: .staff), by: chief)
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana Keller", role: .patient, patient: "p1", wards: ["p2"]), by: staff)
        #expect(ana.session.patient == "p1" && ana.session.role == .patient)
        let other: Invitation = Invitation(name: "Beat", role: .staff)
        #expect(try await refusal { _ = try await accounts.with(staff) { try await $0.invite(other) } } == .notAllowed)
        let third: Invitation = Invitation(name: "Beat", role: .patient, patient: "p3")
        #expect(try await refusal { _ = try await accounts.with(ana) { try await $0.invite(third) } } == .notAllowed)
        let needed: AuthenticationRefusal = .sessionNeeded(reason: SessionError.missing.description)
        #expect(try await refusal { _ = try await accounts.client.invite(third) } == needed)
        let again: Invitation = Invitation(name: "ANA KELLER", role: .patient, patient: "p9")
        #expect(try await refusal { _ = try await accounts.with(staff) { try await $0.invite(again) } } == .nameTaken)
        await accounts.close()
    }

    @Test("a code works once, whoever comes at the same time; a bad password does not use it up")
    func onceOnly() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let code: String = try await accounts.with(chief) { try await $0.invite(Invitation(name: "Roth", role: .staff)) }.code
        guard case .invalidPassword? = try await refusal({ try await accounts.signUp(code, password: "short") }) else {
            Issue.record("a short password was taken")
            return
        }
        let refusals: [AuthenticationRefusal?] = try await withThrowingTaskGroup(of: AuthenticationRefusal?.self) { group in
            for _ in 0..<8 { group.addTask { try await refusal { try await accounts.signUp(code.lowercased()) } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == .invalidInvitation } == 7)
        await accounts.close()
    }

    @Test("a code is worth nothing after a week, or once there is a newer one, or when it is no code at all")
    func worthlessCodes() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let first: InvitationCode = try await accounts.with(chief) { try await $0.invite(Invitation(name: "Roth", role: .staff)) }
        let second: InvitationCode = try await accounts.with(chief) { try await $0.invite(Invitation(name: "roth", role: .staff)) }
        var codes: [String] = [
            "", "-", "A", "\0", String(repeating: "A", count: 32), String(repeating: "A", count: 1 << 20), "Ü-Ü", first.code,
        ]
        // The right beginning, by which the invitation is found, and a wrong secret.
        codes.append(String(second.code.dropLast()) + (second.code.last == "0" ? "1" : "0"))
        for code: String in codes {
            #expect(try await refusal { try await accounts.signUp(code) } == .invalidInvitation, "\(code.prefix(50))")
        }
        accounts.clock.pass(.seconds(7 * 86_400))
        #expect(try await refusal { try await accounts.signUp(second.code) } == .invalidInvitation)
        await accounts.close()
    }

    @Test("accounts that can not be are refused")
    func invalidAccounts() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let invitations: [Invitation] = [
            Invitation(name: "a", role: .patient), Invitation(name: "a", role: .staff, patient: "p1"),
            Invitation(name: "a", role: .operator, wards: ["p1"]), Invitation(name: "a", role: .patient, patient: "p 1"),
            Invitation(name: "a", role: .patient, patient: ""), Invitation(name: "a", role: .patient, patient: "p1", wards: ["p1"]),
            Invitation(name: "a", role: .patient, wards: ["p1", "p1"]),
            Invitation(name: "a", role: .patient, wards: (0..<33).map { "p\($0)" }),
            Invitation(name: "a", role: .patient, patient: String(repeating: "p", count: 65)),
        ]
        for invitation: Invitation in invitations {
            guard case .invalidAccount? = try await refusal({ _ = try await accounts.with(chief) { try await $0.invite(invitation) } })
            else {
                Issue.record("\(invitation) was made")
                continue
            }
        }
        for name: String in [
            "", " a", "a ", "a\0b", "a\nb", String(repeating: "a", count: 65), "e" + String(repeating: "\u{301}", count: 300),
        ] {
            let invitation: Invitation = Invitation(name: name, role: .staff)
            guard case .invalidName? = try await refusal({ _ = try await accounts.with(chief) { try await $0.invite(invitation) } }) else {
                Issue.record("\(name.debugDescription) was made")
                continue
            }
        }
        await accounts.close()
    }
}

extension AccountsUnderTest {
    func signUp(_ code: String, password: String = AccountsUnderTest.password) async throws {
        _ = try await client.signUp(SignUp(code: code, password: password))
    }

    func signIn(_ name: String, _ password: String = AccountsUnderTest.password) async throws -> SignedIn {
        try await client.signIn(SignIn(name: name, password: password))
    }
}
