public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `invite`: makes a code by which one person may sign up.
public struct InviteBoard: Sendable {
    private let useCase: InvitePersonUseCase
    private let session: CallersSession

    public init(useCase: InvitePersonUseCase, session: @escaping CallersSession) {
        self.useCase = useCase
        self.session = session
    }

    func activate(with input: Invitation) async throws -> InvitationCode {
        try await refusing {
            let inviter: SessionDomainModel = try SessionDomainModel(session())
            let profile: ProfileDomainModel = try ProfileDomainModel(
                name: SignInName(input.name), role: RoleDomainModel(input.role), patient: input.patient, wards: input.wards)
            let invitation: (code: String, expires: Date) = try await useCase.execute(profile, by: inviter)
            return InvitationCode(code: invitation.code, expires: invitation.expires)
        }
    }
}
