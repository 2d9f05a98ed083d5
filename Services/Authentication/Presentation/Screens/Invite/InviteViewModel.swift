import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// Invites somebody.
final class InviteViewModel: ViewModel {
    /// The longest address that a code is put behind, in bytes.
    private static let longestAddress: Int = 1_024

    /// The longest value that is shown again, in bytes: that of as many wards as there may be.
    private static let longestValue: Int = 4_096

    let output: ViewOutput<InviteState>
    private let useCase: InvitePersonUseCase
    private let session: CallersSession
    private let address: String?

    /// - Parameters:
    ///   - session: the caller's, asked anew for each invitation.
    ///   - address: where who is invited signs up.
    /// - Throws: AuthenticationProblem where the caller invites nobody; SessionError.
    init(useCase: InvitePersonUseCase, session: @escaping CallersSession, address: String?) throws {
        self.useCase = useCase
        self.session = session
        self.address = address.flatMap { (1...Self.longestAddress).contains($0.utf8.count) ? $0 : nil }
        let roles: [InviteRole] = try Self.roles(of: try SessionDomainModel(session()))
        output = ViewOutput(InviteState(roles: roles, values: InviteState.Values(role: roles[0].rawValue)))
    }

    var inputs: [ViewInput] { [.submitted("invite", invite), .pressed("another", another)] }

    func invite(_ values: [String: ScreenValue]) async throws {
        let given: InviteState.Values = InviteState.Values(
            name: Self.text(values["name"]), role: values["role"]?.options?.first ?? "", patient: Self.text(values["patient"]),
            wards: Self.text(values["wards"]))
        let invited: Result<(code: String, expires: Date), AuthenticationProblem> = try await mending {
            try await useCase.execute(try Self.profile(given), by: try SessionDomainModel(session()))
        }
        output.update { state in
            switch invited {
            case .success(let invitation):
                state = InviteState(
                    roles: state.roles, values: InviteState.Values(role: state.roles[0].rawValue),
                    made: InviteState.Made(
                        name: given.name, code: invitation.code, link: address.map { "\($0)\(invitation.code)" },
                        expires: invitation.expires))
            case .failure(let problem):
                state = InviteState(roles: state.roles, values: given)
                switch problem {
                case .invalidName, .nameTaken: state.nameError = ScreenText(problem)
                default: state.error = ScreenText(problem)
                }
            }
        }
    }

    func another() {
        output.update { $0.made = nil }
    }

    private static func roles(of session: SessionDomainModel) throws(AuthenticationProblem) -> [InviteRole] {
        switch session.role {
        case .operator: InviteRole.allCases
        case .staff: [.patient]
        case .patient: throw .notAllowed
        }
    }

    private static func profile(_ values: InviteState.Values) throws(AuthenticationProblem) -> ProfileDomainModel {
        guard let role: RoleDomainModel = RoleDomainModel(rawValue: values.role) else {
            throw .invalidAccount(reason: "choose a role")
        }
        let wards: [String] = values.wards.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
        return try ProfileDomainModel(
            name: SignInName(values.name), role: role, patient: values.patient.isEmpty ? nil : values.patient, wards: wards)
    }

    private static func text(_ value: ScreenValue?) -> String {
        let text: String = value?.text ?? ""
        return text.utf8.count <= longestValue ? text : String(text.prefix(longestValue / 4))
    }
}
