import ColonnadeContract
import Foundation
import GRDB

/// Sessions that were ended before they expired, and the minors' sessions that end with their guardians'.
public struct EndedSessionRepository: Sendable {
    /// The most sessions of minors that live at the same time by one guardian.
    public static let mostMinors: Int = 100
    /// The most sessions of one account that are told one by one; see ``end(_:now:)``.
    public static let mostByAccount: Int = 64
    /// How many ended sessions are read at a time.
    public static let batch: Int = 500

    let database: AccountsDatabase

    public init(_ database: AccountsDatabase) {
        self.database = database
    }

    /// Remembers that a minor's session was made from a guardian's.
    public func add(minor session: LivingSessionDataModel, to parent: LivingSessionDataModel, now: Date) async throws -> MinorAddition {
        try await database.pool.write { db in
            try Self.forgetExpired(now, in: db)
            guard try !Self.hasEnded(parent, in: db) else { return .guardianHasLeft }
            let ends: [Int64] = try Int64.fetchAll(
                db, sql: "SELECT expires FROM minorSession WHERE guardian = ? ORDER BY expires", arguments: [parent.user.uuidString])
            if ends.count >= Self.mostMinors, let first: Int64 = ends.first { return .full(until: Date(wireNanoseconds: first)) }
            try db.execute(
                sql: "INSERT INTO minorSession (id, parent, guardian, issued, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    session.id.uuidString, parent.id.uuidString, parent.user.uuidString, session.issued.wireNanoseconds,
                    session.expires.wireNanoseconds,
                ])
            return .added
        }
    }

    /// Ends a session, and the minors' that were made from it; returns once that is on disk.
    ///
    /// An account has ``mostByAccount`` rows at most, and one more for all its sessions that are no newer than one of them: so what
    /// nobody else can be told of stays bounded, however often somebody signs out.
    /// - Returns: what is told to those who check sessions, and the sessions themselves.
    public func end(
        _ session: LivingSessionDataModel, now: Date
    ) async throws -> (revocation: EndedSessionDataModel, sessions: [UUID]) {
        try await database.pool.write { db in try Self.end(session, now: now, in: db) }
    }

    /// Sessions that were ended after the one with this number, in that order, and have not expired.
    public func ended(after number: Int64, now: Date) async throws -> [EndedSessionDataModel] {
        try await database.pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM revocation WHERE number > ? AND expires > ? ORDER BY number LIMIT ?",
                arguments: [number, now.wireNanoseconds, Self.batch]
            ).map(EndedSessionDataModel.init)
        }
    }

    static func end(
        _ session: LivingSessionDataModel, now: Date, in db: Database
    ) throws -> (revocation: EndedSessionDataModel, sessions: [UUID]) {
        try forgetExpired(now, in: db)
        let minors: [UUID] = try String.fetchAll(
            db, sql: "SELECT id FROM minorSession WHERE parent = ?", arguments: [session.id.uuidString]
        ).compactMap(UUID.init(uuidString:))
        try db.execute(sql: "DELETE FROM minorSession WHERE parent = ?", arguments: [session.id.uuidString])
        let revocation: EndedSessionDataModel = try revocation(of: session, in: db)
        if try !hasEnded(session, in: db) { try insert(revocation, of: session.user, in: db) }
        try db.execute(
            sql: "DELETE FROM begunSession WHERE id = ? OR account = ? AND issued <= ?",
            arguments: [
                session.id.uuidString, revocation.id.uuidString, revocation.issued.wireNanoseconds,
            ])
        return (revocation, [session.id] + minors)
    }

    /// A row that grows gets a new number, so that those who have read the old one hear of it.
    static func insert(_ revocation: EndedSessionDataModel, of account: UUID, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO revocation (session, account, issued, expires) VALUES (?, ?, ?, ?)",
            arguments: [
                revocation.id.uuidString, account.uuidString, revocation.issued.wireNanoseconds, revocation.expires.wireNanoseconds,
            ])
    }

    private static func hasEnded(_ session: LivingSessionDataModel, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM revocation WHERE session = ? OR session = ? AND issued >= ?)",
            arguments: [session.id.uuidString, session.user.uuidString, session.issued.wireNanoseconds]) ?? false
    }

    /// The session's own, or where its account has no more room the one for all that are no newer.
    private static func revocation(of session: LivingSessionDataModel, in db: Database) throws -> EndedSessionDataModel {
        let rows: [EndedSessionDataModel] = try Row.fetchAll(
            db, sql: "SELECT * FROM revocation WHERE account = ?", arguments: [session.user.uuidString]
        ).map(EndedSessionDataModel.init)
        let own: [EndedSessionDataModel] = rows.filter { $0.id != session.user }
        guard own.count >= mostByAccount, !own.contains(where: { $0.id == session.id }) else {
            return EndedSessionDataModel(id: session.id, issued: session.issued, expires: session.expires)
        }
        let older: EndedSessionDataModel? = rows.first { $0.id == session.user }
        return EndedSessionDataModel(
            id: session.user, issued: max(session.issued, older?.issued ?? session.issued),
            expires: max(session.expires, older?.expires ?? session.expires))
    }

    static func forgetExpired(_ now: Date, in db: Database) throws {
        try db.execute(sql: "DELETE FROM minorSession WHERE expires <= ?", arguments: [now.wireNanoseconds])
        try db.execute(sql: "DELETE FROM revocation WHERE expires <= ?", arguments: [now.wireNanoseconds])
    }
}

/// What became of a minor's session.
public enum MinorAddition: Hashable, Sendable {
    case added
    case guardianHasLeft
    /// As many as may live at the same time do.
    case full(until: Date)
}

/// A session as far as its end matters.
public struct LivingSessionDataModel: Hashable, Sendable {
    public let id: UUID
    public let user: UUID
    public let issued: Date
    public let expires: Date

    public init(id: UUID, user: UUID, issued: Date, expires: Date) {
        self.id = id
        self.user = user
        self.issued = issued
        self.expires = expires
    }
}

/// A row of `revocation`.
public struct EndedSessionDataModel: Hashable, Sendable {
    /// Grows with each session that is ended; 0 before it is.
    public let number: Int64
    /// The session's; or its account's, where it stands for all sessions of the account that are no newer than `issued`.
    public let id: UUID
    public let issued: Date
    public let expires: Date

    public init(number: Int64 = 0, id: UUID, issued: Date, expires: Date) {
        self.number = number
        self.id = id
        self.issued = issued
        self.expires = expires
    }

    init(_ row: Row) throws {
        guard let id: UUID = UUID(uuidString: row["session"]) else { throw DamagedRow() }
        self.init(
            number: row["number"], id: id, issued: Date(wireNanoseconds: row["issued"]), expires: Date(wireNanoseconds: row["expires"]))
    }
}
