import ColonnadeContract
import ColonnadeWorld

/// Sessions that were ended before they expired, until they have expired.
///
/// Bounded, and never lenient: where more are revoked than fit, the older half is forgotten, and every session that is not newer
/// than those counts as revoked.
struct RevocationList {
    private let limit: Int
    private var revocations: [UUID: SessionRevocation] = [:]
    /// Sessions issued at this time or before it count as revoked.
    private var horizon: Date = .distantPast

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { revocations.count }

    func contains(_ session: UserSession) -> Bool {
        if isRevoked(session.id, of: session.user, issued: session.issued) { return true }
        guard let parent: ParentSession = session.parent else { return false }
        return isRevoked(parent.id, of: session.guardian ?? session.user, issued: parent.issued)
    }

    private func isRevoked(_ session: UUID, of account: UUID, issued: Date) -> Bool {
        if revocations[session] != nil || issued <= horizon { return true }
        guard let older: SessionRevocation = revocations[account] else { return false }
        return issued <= older.issued
    }

    mutating func add(_ more: [SessionRevocation], now: Date) {
        for revocation: SessionRevocation in more where revocation.expires > now {
            if let known: SessionRevocation = revocations[revocation.session] {
                // Said again, as at each new connection; what is said of an account grows, and may come late.
                revocations[revocation.session] = SessionRevocation(
                    session: known.session, issued: max(known.issued, revocation.issued), expires: max(known.expires, revocation.expires))
            } else if revocation.issued > horizon {
                if revocations.count >= limit { makeRoom(now: now) }
                revocations[revocation.session] = revocation
            }
        }
    }

    private mutating func makeRoom(now: Date) {
        revocations = revocations.filter { $0.value.expires > now }
        guard revocations.count > limit / 2 else { return }
        let byAge: [SessionRevocation] = revocations.values.sorted { $0.issued < $1.issued }
        let forgotten: ArraySlice<SessionRevocation> = byAge.prefix(max(byAge.count - limit / 2, 1))
        horizon = max(horizon, forgotten.last?.issued ?? horizon)
        for revocation: SessionRevocation in forgotten { revocations[revocation.session] = nil }
    }
}
