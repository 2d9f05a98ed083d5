import ColonnadeContract

/// The gate before all boards that a vertical offers. It migrates the vertical's data to the form that its boards expect, once, when
/// the first call arrives. The daemon is ready meanwhile, and callers wait instead of failing.
public struct MigrationGate: Sendable {
    /// The internal board that runs the migration.
    public let board: InternalBoard<Void, Never, Never, NoRefusal>
    private let migrate: @Sendable () async throws -> Void

    /// A gate that runs `migrate`.
    /// - Parameters:
    ///   - interface: the vertical's own interface, to which the board belongs.
    ///   - migrate: does nothing if the data are up to date. If it throws, the waiting callers fail, and the next caller starts it again.
    public init(of interface: String, migrate: @escaping @Sendable () async throws -> Void) {
        board = InternalBoard(interface, "migrate")
        self.migrate = migrate
    }

    /// For the module's internal boards.
    public var registration: BoardRegistration {
        board.registration { [migrate] _, _ in
            OutputSequence { _ in
                try await migrate()
                return .done
            }
        }
    }

    /// For the module's barriers; before those that need what was migrated.
    /// - Parameters:
    ///   - mainboard: the vertical's motherboard.
    ///   - deadline: how long callers wait; migrating many data takes long.
    public func install(on mainboard: Motherboard, deadline: Duration = .seconds(300)) {
        mainboard.install(gatewayBarrier: board, for: .all, deadline: deadline)
    }
}
