import GRDB

/// The planted bug ``PlantedBug/undoesCommit``: what a database without a sync loses in a power cut.
enum UndoneCommit {
    /// Takes the last appointment out of the database of appointments.
    static func undo(in suite: SuiteSurroundings, of vertical: String) {
        guard vertical == "appointments" else { return }
        let queue: DatabaseQueue? = try? DatabaseQueue(path: "\(suite.state(of: vertical))/appointments.sqlite")
        try? queue?.write { database in
            try database.execute(sql: "DELETE FROM event WHERE appointment = (SELECT max(number) FROM appointment)")
            try database.execute(sql: "DELETE FROM appointment WHERE number = (SELECT max(number) FROM appointment)")
        }
        try? queue?.close()
    }
}
