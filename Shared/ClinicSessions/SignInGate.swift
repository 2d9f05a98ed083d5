public import Colonnade

/// The gate before boards that need a session: a call whose session does not count is turned away where it comes in, with the reason,
/// and the board is never started. A session that counts passes at once; the gate itself runs where it does not, to say why, or to wait for
/// the first keys: then calls of one session that come together are checked once.
///
/// It says nothing about who may see what; that is for the boards, by ``PatientAccess``.
public struct SignInGate: Sendable {
    /// How long callers wait for it: longer than a vertical that was just started waits for the first keys.
    private static let deadline: Duration = .seconds(15)

    /// The internal board that is run.
    public let board: InternalBoard<Void, Never, Never, NoRefusal>
    private let access: PatientAccess

    /// A gate that lets those pass whose session counts.
    /// - Parameters:
    ///   - interface: the vertical's own, which keeps the board.
    ///   - access: how the call's own session is checked.
    public init(of interface: String, access: PatientAccess) {
        board = InternalBoard(interface, "signIn")
        self.access = access
    }

    /// For the module's internal boards.
    public var registration: BoardRegistration {
        board.registration { [access] _, _ in
            OutputSequence { _ in
                try await access.requireSession()
                return .done
            }
        }
    }

    /// For the module's barriers.
    public func install(on mainboard: Motherboard, before boards: [BoardID]) {
        mainboard.install(gatewayBarrier: board, for: .boards(boards), shared: .session, deadline: Self.deadline) { [access] _ in
            access.hasSession
        }
    }
}
