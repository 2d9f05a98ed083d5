import Foundation
import GRDB

/// The vertical's database: `accounts.sqlite` in its state directory, in WAL mode, where a commit is on disk when it returns.
public struct AccountsDatabase: Sendable {
    let pool: DatabasePool

    /// Opens the database, makes it where there is none, and brings it to the newest schema.
    /// - Parameter directory: exists, and nobody else may read it.
    public init(directory: String) throws {
        var configuration: GRDB.Configuration = GRDB.Configuration()
        configuration.label = "accounts"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(10)
        pool = try DatabasePool(path: directory + "/accounts.sqlite", configuration: configuration)
        // GRDB sets NORMAL when it switches to WAL, under which a power cut can undo what was confirmed.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try Self.migrator.migrate(pool)
    }

    /// Waits for what runs, and closes.
    public func close() throws {
        try pool.close()
    }
}

extension AccountsDatabase {
    private static var migrator: DatabaseMigrator {
        var migrator: DatabaseMigrator = DatabaseMigrator()
        migrator.registerMigration("accounts") { db in
            for statement: String in accountTables + sessionTables { try db.execute(sql: statement) }
        }
        migrator.registerMigration("revocations by account") { db in
            for statement: String in accountsOfSessions { try db.execute(sql: statement) }
        }
        migrator.registerMigration("accounts by work") { db in
            for statement: String in countsOfWork { try db.execute(sql: statement) }
        }
        migrator.registerMigration("sessions begun") { db in
            for statement: String in begunSessions { try db.execute(sql: statement) }
        }
        return migrator
    }

    /// Times are nanoseconds since 1970. A ward's `user` is the id by which the minor's sessions are known.
    private static let accountTables: [String] = [
        """
        CREATE TABLE account (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, nameKey TEXT NOT NULL UNIQUE, role TEXT NOT NULL, patient TEXT,
            salt BLOB NOT NULL, hash BLOB NOT NULL, cost INTEGER NOT NULL, blockSize INTEGER NOT NULL,
            parallelism INTEGER NOT NULL, created INTEGER NOT NULL) STRICT
        """,
        """
        CREATE TABLE ward (
            account TEXT NOT NULL REFERENCES account (id), patient TEXT NOT NULL, user TEXT NOT NULL,
            PRIMARY KEY (account, patient)) STRICT
        """,
        """
        CREATE TABLE invitation (
            selector BLOB PRIMARY KEY, verifier BLOB NOT NULL, name TEXT NOT NULL, nameKey TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL, patient TEXT, wards TEXT NOT NULL, expires INTEGER NOT NULL) STRICT
        """,
    ]

    private static let sessionTables: [String] = [
        """
        CREATE TABLE minorSession (
            id TEXT PRIMARY KEY, parent TEXT NOT NULL, issued INTEGER NOT NULL, expires INTEGER NOT NULL) STRICT
        """,
        "CREATE INDEX minorSessionParent ON minorSession (parent)",
        """
        CREATE TABLE revocation (
            number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL UNIQUE, issued INTEGER NOT NULL,
            expires INTEGER NOT NULL) STRICT
        """,
    ]

    /// Nil for what was there before; those rows go with their time.
    private static let accountsOfSessions: [String] = [
        "ALTER TABLE minorSession ADD COLUMN guardian TEXT",
        "CREATE INDEX minorSessionGuardian ON minorSession (guardian)",
        "ALTER TABLE revocation ADD COLUMN account TEXT",
        "CREATE INDEX revocationAccount ON revocation (account)",
    ]

    /// Those that were begun before are not known; they end with all others of their account.
    private static let begunSessions: [String] = [
        """
        CREATE TABLE begunSession (
            id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, place TEXT, issued INTEGER NOT NULL, expires INTEGER NOT NULL) STRICT
        """,
        "CREATE INDEX begunSessionAccount ON begunSession (account, issued)",
        "CREATE INDEX begunSessionExpires ON begunSession (expires)",
    ]

    /// How many accounts have a password that was kept with so much work: counted as it changes, since every sign-in asks.
    private static let countsOfWork: [String] = [
        """
        CREATE TABLE passwordWork (
            cost INTEGER NOT NULL, blockSize INTEGER NOT NULL, parallelism INTEGER NOT NULL, accounts INTEGER NOT NULL,
            PRIMARY KEY (cost, blockSize, parallelism)) STRICT
        """,
        "INSERT INTO passwordWork SELECT cost, blockSize, parallelism, COUNT(*) FROM account GROUP BY cost, blockSize, parallelism",
        "CREATE TRIGGER accountAdded AFTER INSERT ON account BEGIN \(countOneMore); END",
        "CREATE TRIGGER accountKept AFTER UPDATE OF cost, blockSize, parallelism ON account BEGIN \(countOneLess); \(countOneMore); END",
        "CREATE TRIGGER accountRemoved AFTER DELETE ON account BEGIN \(countOneLess); END",
    ]

    private static let countOneMore: String = """
        INSERT INTO passwordWork VALUES (NEW.cost, NEW.blockSize, NEW.parallelism, 1)
            ON CONFLICT (cost, blockSize, parallelism) DO UPDATE SET accounts = accounts + 1
        """

    private static let countOneLess: String = """
        UPDATE passwordWork SET accounts = accounts - 1
            WHERE cost = OLD.cost AND blockSize = OLD.blockSize AND parallelism = OLD.parallelism
        """
}
