public import ColonnadeContract

/// Which boards a barrier stands before.
public enum BarrierScope: Hashable, Sendable {
    /// Every board that the vertical offers. What the platform asks of a daemon (ping, info, statistics) is never held up.
    case all
    /// These boards: the vertical's own, which are then guarded against everybody, or those of others, before which this
    /// vertical's motherboard waits.
    case boards([BoardID])
}

/// Who shares one run of a barrier's gate.
public enum BarrierSharing: Hashable, Sendable {
    /// All callers. Once the gate is done it stays open, until it is closed. A run goes on where its callers have left:
    /// those who come later need it as well.
    case process
    /// The callers with the same session, those that come while the gate runs; who comes later has it run again, and nothing is
    /// kept. The gate runs in that session. A run whose callers have all left is cancelled.
    case session
}
