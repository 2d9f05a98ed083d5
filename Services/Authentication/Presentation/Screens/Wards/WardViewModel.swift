import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// Asks a guardian for whom they act.
final class WardViewModel: ViewModel {
    let output: ViewOutput<WardState>
    private let viewing: ViewWardsUseCase
    private let acting: ActForMinorUseCase
    private let session: CallersSession

    /// - Parameter session: the caller's, asked anew for all that is done.
    /// - Throws: SessionError.
    init(viewing: ViewWardsUseCase, acting: ActForMinorUseCase, session: @escaping CallersSession) throws {
        self.viewing = viewing
        self.acting = acting
        self.session = session
        output = ViewOutput(WardState(hasOwnRecord: try session().subject != nil))
    }

    var inputs: [ViewInput] { [.chosen("wards", choose)] }

    func run() async throws {
        let wards: [WardDomainModel] = try await refusing { try await viewing.execute(try SessionDomainModel(session())) }
        output.update { $0.wards = wards }
    }

    func choose(_ row: String) async throws {
        if row == WardState.oneself {
            output.go(WardRoute.actingForOneself)
            output.finish()
            return
        }
        guard let ward: String = output.state.wards?.map(\.patient).first(where: { WardState.row(of: $0) == row }) else { return }
        let acted: Result<SignedInDomainModel, AuthenticationProblem> = try await mending {
            try await acting.execute(patient: ward, guardian: try SessionDomainModel(session()))
        }
        switch acted {
        case .success(let minor):
            output.go(WardRoute.actingFor(SignedIn(minor)))
            output.finish()
        case .failure(let problem): output.update { $0.error = ScreenText(problem) }
        }
    }
}
