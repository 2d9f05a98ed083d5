import GRDB

/// The schema of the database, step by step. A step that was released is never changed; a new one follows it.
enum AppointmentsMigrations {
    static var migrator: DatabaseMigrator {
        var migrator: DatabaseMigrator = DatabaseMigrator()
        migrator.registerMigration("1-appointments") { db in
            for statement: String in appointmentTables { try db.execute(sql: statement) }
        }
        migrator.registerMigration("2-clinicEvents") { db in
            for statement: String in clinicEventIndexes { try db.execute(sql: statement) }
        }
        return migrator
    }

    /// Times are seconds since 1970. `content` is what a booking's key stands for; `isBooked` is 0 once it was cancelled.
    /// A row of `event` holds what changed, as it was then; `formerClinic` is where a moved appointment was before. Its
    /// numbers grow with each commit, so a reader who has seen all up to one misses nothing by asking for greater ones.
    private static let appointmentTables: [String] = [
        """
        CREATE TABLE appointment (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user TEXT NOT NULL, key TEXT NOT NULL, content TEXT NOT NULL,
            patient TEXT NOT NULL, clinic TEXT NOT NULL, practitioner TEXT NOT NULL, start INTEGER NOT NULL,
            end INTEGER NOT NULL, reason TEXT, isBooked INTEGER NOT NULL, sequence INTEGER NOT NULL, created INTEGER NOT NULL,
            changed INTEGER NOT NULL, UNIQUE (user, key)) STRICT
        """,
        "CREATE UNIQUE INDEX appointmentSlot ON appointment (practitioner, start) WHERE isBooked",
        "CREATE INDEX appointmentPatient ON appointment (patient, start, number)",
        "CREATE INDEX appointmentClinic ON appointment (clinic, start, number)",
        """
        CREATE TABLE event (
            number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, appointment INTEGER NOT NULL REFERENCES appointment (number),
            patient TEXT NOT NULL, clinic TEXT NOT NULL, formerClinic TEXT, practitioner TEXT NOT NULL, start INTEGER NOT NULL,
            end INTEGER NOT NULL, sequence INTEGER NOT NULL, changed INTEGER NOT NULL) STRICT
        """,
        "CREATE INDEX eventPatient ON event (patient, number)",
    ]

    /// A clinic's followers read on from any event without those of other clinics.
    private static let clinicEventIndexes: [String] = [
        "CREATE INDEX eventClinic ON event (clinic, number)",
        "CREATE INDEX eventFormerClinic ON event (formerClinic, number) WHERE formerClinic IS NOT NULL",
    ]
}
