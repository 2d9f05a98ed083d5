public import struct Foundation.Date
public import struct Foundation.UUID

/// Knows which sessions were begun, as long as they live: a session itself is a signed token, and nothing lists those.
public protocol KeepSessionsInterface: Sendable {
    /// Remembers a session that begins. Of an account with very many the oldest is not listed any more; it lives on.
    func add(_ session: SessionDomainModel, from place: String?, now: Date) async throws

    /// The sessions of an account as they are, then again each time that they change; it does not end by itself.
    func sessions(of account: UUID) -> any AsyncSequence<BegunSessionsDomainModel, any Error> & Sendable
}
