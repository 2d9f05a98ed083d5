extension Template {
    /// Where a new vertical keeps its data.
    static let data: [Template] = [
        Template(
            "Services/__Name__/Data/Database/__Name__Database.swift",
            #"""
            import Foundation
            import GRDB

            /// The vertical's database: `__name__.sqlite` in its state directory, in WAL mode, where a commit is on disk when it returns.
            public struct __Name__Database: Sendable {
                let pool: DatabasePool

                /// Opens the database, and brings it to the newest schema. Blocks.
                /// - Parameter directory: exists, and belongs to __name__ alone.
                public init(directory: String) throws {
                    let folder: URL = URL(fileURLWithPath: directory, isDirectory: true)
                    pool = try DatabasePool(path: folder.appendingPathComponent("__name__.sqlite").path)
                    // GRDB sets NORMAL when it switches to WAL, under which a power cut can undo what was confirmed.
                    try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
                    try __Name__Migrations.migrator.migrate(pool)
                }

                /// Waits for what runs, and closes. Blocks.
                public func close() throws {
                    try pool.close()
                }
            }
            """#),
        Template(
            "Services/__Name__/Data/Database/__Name__Migrations.swift",
            #"""
            import GRDB

            /// The schema of the database, step by step. A step that was released is never changed; a new one follows it.
            enum __Name__Migrations {
                static var migrator: DatabaseMigrator {
                    var migrator: DatabaseMigrator = DatabaseMigrator()
                    migrator.registerMigration("1-entries") { db in
                        try db.execute(sql: "CREATE TABLE entry (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT")
                    }
                    return migrator
                }
            }
            """#),
        Template(
            "Services/__Name__/Data/Repositories/EntryDataModel.swift",
            #"""
            /// An entry as it is kept.
            public struct EntryDataModel: Hashable, Sendable {
                public let number: Int
                public let key: String
                public let text: String
            }
            """#),
        Template(
            "Services/__Name__/Data/Repositories/EntryRepository.swift",
            #"""
            import GRDB

            /// Keeps entries, each key once.
            public struct EntryRepository: Sendable {
                private let database: __Name__Database

                public init(_ database: __Name__Database) {
                    self.database = database
                }

                /// What is kept under a key: the text that came first.
                public func keep(key: String, text: String) async throws -> EntryDataModel {
                    try await database.pool.write { db in
                        try db.execute(
                            sql: "INSERT INTO entry (key, text) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", arguments: [key, text])
                        let sql: String = "SELECT number, text FROM entry WHERE key = ?"
                        guard let row: Row = try Row.fetchOne(db, sql: sql, arguments: [key]) else {
                            throw DatabaseError(message: "an entry that was written is not there")
                        }
                        return EntryDataModel(number: row["number"], key: key, text: row["text"])
                    }
                }
            }
            """#),
        Template(
            "Services/__Name__/Data-DomainInterface/EntriesInRepository.swift",
            #"""
            public import __Name__Data
            public import __Name__Domain

            /// Keeps entries in the repository. A key stands for one text.
            public struct EntriesInRepository: KeepEntriesInterface {
                private let entries: EntryRepository

                public init(_ entries: EntryRepository) {
                    self.entries = entries
                }

                public func keep(_ entry: EntryDomainModel) async throws -> ReceiptDomainModel {
                    let kept: EntryDataModel = try await entries.keep(key: entry.key.uuidString, text: entry.text)
                    guard kept.text == entry.text else { throw __Name__Problem.keyTaken }
                    return ReceiptDomainModel(number: kept.number, text: kept.text)
                }
            }
            """#),
    ]
}
