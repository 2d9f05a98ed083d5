import ColonnadeContract

/// The gate before all boards that a vertical offers: what it keeps is brought to the form that its boards expect, once, when the first
/// call comes. The daemon is ready meanwhile, and callers wait instead of failing.
public struct MigrationGate: Sendable {
    /// The internal board that is run.
    public let board: InternalBoard<Void, Never, Never, NoRefusal>
    private let migrate: @Sendable () async throws -> Void

    /// A gate that runs `migrate`.
    /// - Parameters:
    ///   - interface: the vertical's own, which keeps the board.
    ///   - migrate: does nothing where all is as it should be. What it throws turns callers away; the next one has it tried again.
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
    ///   - mainboard: the vertical's own.
    ///   - deadline: how long callers wait; a migration of much data takes its time.
    public func install(on mainboard: Motherboard, deadline: Duration = .seconds(300)) {
        mainboard.install(gatewayBarrier: board, for: .all, deadline: deadline)
    }
}
