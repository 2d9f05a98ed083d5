import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// Readings as rows that fit into a terminal: where there is no room for a column, it is left out.
struct ReadingColumns {
    /// A column, in the order in which they stand.
    enum Column: String, CaseIterable, Sendable {
        case name = "NAME"
        case state = "STATE"
        case pid = "PID"
        case generation = "GEN"
        case uptime = "UPTIME"
        case restarts = "RESTARTS"
        case memory = "MEMORY"
        case rate = "CALLS/S"
        case median = "P50"
        case slowest = "P99"
        case inFlight = "IN FLIGHT"
        case host = "HOST"
        case reason = ""

        /// Those that are left out first stand first. Name and state are always there.
        static let dispensable: [Column] = [
            .host, .generation, .restarts, .pid, .inFlight, .reason, .median, .memory, .uptime, .slowest, .rate,
        ]

        /// Numbers stand below each other by their ends.
        var isNumber: Bool { ![.name, .state, .host, .reason].contains(self) }
    }

    struct Row: Sendable {
        let state: VerticalState
        let cells: [Column: String]
    }

    private static let gap: Int = 2
    /// A reason in fewer columns than this tells nothing.
    private static let shortestReason: Int = 12

    /// Where nobody was asked, nothing is shown, and not a column of dashes.
    private static let measured: Set<Column> = [.rate, .median, .slowest, .inFlight]

    let rows: [Row]
    let columns: [Column]
    private let widths: [Column: Int]

    /// - Parameters:
    ///   - width: the terminal's columns; nil for as many as it takes.
    ///   - isMeasured: whether daemons were asked.
    init(_ rows: [Row], width: Int?, isMeasured: Bool) {
        self.rows = rows
        var columns: [Column] = Column.allCases.filter { column in
            if column == .reason { return rows.contains { !($0.cells[.reason] ?? "").isEmpty } }
            return isMeasured || !Self.measured.contains(column)
        }
        var widths: [Column: Int] = [:]
        for column: Column in columns { widths[column] = rows.map { $0.cells[column]?.count ?? 0 }.reduce(column.rawValue.count, max) }
        func total() -> Int { columns.reduce((columns.count - 1) * Self.gap) { $0 + widths[$1, default: 0] } }
        if let width {
            for column: Column in Column.dispensable where total() > width {
                if column == .reason, let room = widths[.reason].map({ $0 - (total() - width) }), room >= Self.shortestReason {
                    widths[.reason] = room
                } else {
                    columns.removeAll { $0 == column }
                }
            }
            if total() > width { widths[.name] = max(1, widths[.name, default: 0] - (total() - width)) }
        }
        self.columns = columns
        self.widths = widths
    }

    /// The titles, and then a line for each row, with its state in the state's colour.
    var lines: [String] {
        [Terminal.coloured(titles(), .dim)] + rows.map { line($0, isColoured: true) }
    }

    /// The titles, with a mark at the one that rows are sorted by.
    func titles(sortedBy order: Column? = nil) -> String {
        line { $0 == order && $0.rawValue.count < widths[$0, default: 0] ? $0.rawValue + "▾" : $0.rawValue }
    }

    /// One row, with its state in the state's colour where colours are wanted.
    func line(_ row: Row, isColoured: Bool) -> String {
        line {
            row.cells[$0] ?? ""
        } coloured: { column, text in
            isColoured && column == .state ? Terminal.coloured(text, StatusTable.colour(row.state)) : text.printable
        }
    }

    private func line(_ text: (Column) -> String, coloured: (Column, String) -> String = { $1 }) -> String {
        var line: String = ""
        for (index, column): (Int, Column) in columns.enumerated() {
            let (cell, width): (String, Int) = (text(column), widths[column, default: 0])
            let fitting: String = cell.count > width ? cell.prefix(max(width - 1, 0)) + "…" : cell
            let padding: String = String(repeating: " ", count: width - fitting.count)
            let isLast: Bool = index == columns.count - 1
            let shown: String = coloured(column, fitting)
            line += column.isNumber ? padding + shown : isLast ? shown : shown + padding
            if !isLast { line += String(repeating: " ", count: Self.gap) }
        }
        return line
    }
}

extension ReadingColumns.Row {
    /// A vertical, and below it its other processes, while one takes another's place.
    static func rows(of reading: VerticalReading, host: String, now: Date) -> [ReadingColumns.Row] {
        let status: VerticalStatus = reading.status
        let age: Int = max(0, Int(now.timeIntervalSince(status.since)))
        let row: ReadingColumns.Row = ReadingColumns.Row(
            state: status.state,
            cells: [
                .name: status.name, .state: StatusTable.word(status.state), .pid: status.pid.map(String.init) ?? "-",
                .generation: "\(status.generation)", .uptime: status.state == .ready ? NumberText.age(age) : "-",
                .restarts: "\(status.restarts)", .memory: reading.memory.map(NumberText.memory) ?? "-",
                .rate: reading.callsPerSecond.map(NumberText.short) ?? "-", .median: reading.duration(of: 0.5)?.text ?? "-",
                .slowest: reading.duration(of: 0.99)?.text ?? "-", .inFlight: reading.inFlight.map(String.init) ?? "-",
                .host: status.pid == nil ? "-" : host, .reason: (status.reason ?? "").printable,
            ])
        return [row]
            + status.others.map { other in
                ReadingColumns.Row(
                    state: other.state,
                    cells: [
                        .name: status.name, .state: StatusTable.word(other.state), .pid: other.pid.map(String.init) ?? "-",
                        .generation: "\(other.generation)", .uptime: "-", .restarts: "-",
                        .memory: other.pid.flatMap { ProcessMemory.proportional(of: $0) }.map(NumberText.memory) ?? "-", .rate: "-",
                        .median: "-", .slowest: "-", .inFlight: "-", .host: other.pid == nil ? "-" : host,
                        .reason: (other.reason ?? "").printable,
                    ])
            }
    }
}
