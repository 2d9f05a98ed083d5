public import ColonnadeContract

/// Which boards a barrier stands before.
public enum BarrierScope: Hashable, Sendable {
    /// Every board that the vertical offers. The platform's own boards (ping, info, statistics) never wait.
    case all
    /// These boards: the vertical's own, which are then guarded for every caller, or other verticals' boards, before which
    /// this vertical's motherboard waits.
    case boards([BoardID])
}

/// Who shares one run of a barrier's gate.
public enum BarrierSharing: Hashable, Sendable {
    /// All callers. Once the gate is done it stays open until it is closed. A run continues after its callers have left,
    /// because later callers need it too.
    case process
    /// The callers with the same session that arrive while the gate runs. For later callers it runs again; nothing is kept. The gate
    /// runs in that session. A run whose callers have all left is cancelled.
    case session
}
