import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// What `top` shows, and what keys change of it. A value: readings and keys in, lines out.
struct TopView {
    static let help: [String] = [
        "↑ ↓ k j   move            PgUp PgDn Home End", "> < F6    sort by the next or previous column", "I         turn the order around",
        "/ F4      show only names with these letters", "h ? F1    this help", "q F10     leave          ctrl-Z  stop for now", "",
        "CALLS/S are those of the last 4 seconds, P50 and P99", "of the last 10. Any key goes back.",
    ]
    /// What rows can be sorted by; the first is the order in which verticals start.
    private static let orders: [ReadingColumns.Column?] = [nil, .name, .memory, .rate, .slowest, .inFlight, .restarts]

    private(set) var order: ReadingColumns.Column?
    private(set) var isInverted: Bool = false
    private(set) var filter: String = ""
    private(set) var isFiltering: Bool = false
    private(set) var showsHelp: Bool = false
    /// The row that is marked, by its place among those that are shown.
    private(set) var marked: Int = 0
    private var readings: [VerticalReading] = []
    /// Why the readings are old; nil where they are not.
    private var trouble: String?
    private var top: Int = 0

    mutating func show(_ readings: [VerticalReading]) {
        (self.readings, trouble) = (readings, nil)
    }

    mutating func show(trouble: String) {
        self.trouble = trouble
    }

    /// - Returns: false for the key that leaves.
    mutating func press(_ key: TopKey, page: Int) -> Bool {
        if showsHelp {
            showsHelp = false
            return true
        }
        if isFiltering {
            type(key)
            return true
        }
        switch key.command {
        case .quit: return false
        case .up: marked -= 1
        case .down: marked += 1
        case .pageUp: marked -= page
        case .pageDown: marked += page
        case .first: marked = 0
        case .last: marked = .max
        case .sort: turnOrder(by: 1)
        case .sortBack: turnOrder(by: -1)
        case .invert: isInverted.toggle()
        case .filter: isFiltering = true
        case .help: showsHelp = true
        case .escape: filter = ""
        default: break
        }
        marked = max(0, min(marked, shown.count - 1))
        return true
    }

    private mutating func type(_ key: TopKey) {
        switch key {
        case .enter: isFiltering = false
        case .escape: (isFiltering, filter) = (false, "")
        case .erase: _ = filter.popLast()
        // Longer than any name.
        case .character(let character): if filter.count < 64 { filter.append(character) }
        default: break
        }
        marked = 0
    }

    private mutating func turnOrder(by step: Int) {
        let index: Int = Self.orders.firstIndex(of: order) ?? 0
        order = Self.orders[(index + step + Self.orders.count) % Self.orders.count]
    }

    /// The readings that the filter leaves, in order: what has most stands first.
    var shown: [VerticalReading] {
        let found: [VerticalReading] = readings.filter { filter.isEmpty || $0.status.name.contains(filter.lowercased()) }
        let sorted: [VerticalReading]
        switch order {
        case nil: sorted = found
        case .name: sorted = found.sorted { $0.status.name < $1.status.name }
        case let order?:
            sorted = found.enumerated().sorted { left, right in
                let (first, second): (Double, Double) = (Self.weight(left.element, order), Self.weight(right.element, order))
                return first == second ? left.offset < right.offset : first > second
            }.map(\.element)
        }
        return isInverted ? sorted.reversed() : sorted
    }

    private static func weight(_ reading: VerticalReading, _ order: ReadingColumns.Column) -> Double {
        switch order {
        case .memory: Double(reading.memory ?? -1)
        case .rate: reading.callsPerSecond ?? -1
        case .slowest: reading.duration(of: 0.99).map { $0.seconds ?? .infinity } ?? -1
        case .inFlight: reading.inFlight.map(Double.init) ?? -1
        default: Double(reading.status.restarts)
        }
    }

    /// How many rows a screen of so many lines has.
    static func page(_ lines: Int) -> Int { max(1, lines - 3) }

    /// The screen's lines, each at most as wide as the screen, and no more than it has.
    mutating func lines(columns: Int, lines: Int, host: String, now: Date) -> [TopLine] {
        if showsHelp { return Self.help.prefix(lines).map { TopLine(text: $0, columns: columns) } }
        let shown: [VerticalReading] = shown
        marked = max(0, min(marked, shown.count - 1))
        let page: Int = Self.page(lines)
        top = max(0, min(max(min(top, marked), marked - page + 1), shown.count - page))
        let rows: [(row: ReadingColumns.Row, isMarked: Bool)] = shown.enumerated().flatMap { index, reading in
            ReadingColumns.Row.rows(of: reading, host: host, now: now).map { ($0, index == marked) }
        }
        let table: ReadingColumns = ReadingColumns(rows.map(\.row), width: columns, isMeasured: true)
        var screen: [TopLine] = [TopLine(text: summary(columns), columns: columns)]
        screen.append(TopLine(text: table.titles(sortedBy: order), columns: columns, isReversed: true))
        for (row, isMarked): (ReadingColumns.Row, Bool) in rows.dropFirst(top).prefix(page) {
            // What was read last, where nothing can be read any more.
            guard trouble == nil else {
                screen.append(TopLine(finished: Terminal.coloured(table.line(row, isColoured: false), .dim)))
                continue
            }
            screen.append(
                isMarked
                    ? TopLine(text: table.line(row, isColoured: false), columns: columns, isReversed: true)
                    : TopLine(finished: table.line(row, isColoured: true)))
        }
        if lines > 3 {
            while screen.count < lines - 1 { screen.append(TopLine(finished: "")) }
            screen.append(TopLine(text: footer, columns: columns))
        }
        return Array(screen.prefix(lines))
    }

    private func summary(_ columns: Int) -> String {
        if let trouble { return trouble.split(separator: "\n").joined(separator: " ").printable }
        let ready: Int = readings.count { $0.status.state == .ready }
        let rate: Double = readings.reduce(0) { $0 + ($1.callsPerSecond ?? 0) }
        let memory: Int = readings.reduce(0) { $0 + ($1.memory ?? 0) }
        let text: String = "\(ready)/\(readings.count) ready  \(NumberText.short(rate)) calls/s"
        return columns < 34 ? text : text + "  \(NumberText.memory(memory))"
    }

    private var footer: String {
        if isFiltering { return "/\(filter)▏" }
        let filtered: String = filter.isEmpty ? "" : "  names with \(filter)"
        let sorted: String = order.map { "  by \($0.rawValue)" } ?? ""
        return "q quit  h help  > sort  / filter" + sorted + (isInverted ? " (turned)" : "") + filtered
    }
}
