import ColonnadeContract
public import ColonnadeSystemIO

extension Screen {
    /// Looks at whether the screen may be sent: it is not too large, and its ids tell its elements apart.
    /// - Returns: its size in bytes.
    /// - Throws: what is wrong, with the element's id and what to do.
    @discardableResult
    public func check(_ limits: ScreenLimits = ScreenLimits()) throws(ScreenFault) -> Int {
        var pass: ScreenCheck = ScreenCheck(limits: limits)
        try pass.check(elements, depth: 0)
        let size: Int = encoded().count
        guard size <= limits.screenBytes else {
            throw ScreenFault(
                "The screen has \(size) bytes, and \(limits.screenBytes) is the most; show less of it, and give its lists a cursor.")
        }
        return size
    }
}

/// One walk over a screen.
private struct ScreenCheck {
    let limits: ScreenLimits
    private var ids: Set<String> = []

    init(limits: ScreenLimits) {
        self.limits = limits
    }

    mutating func check(_ elements: [ScreenElement], depth: Int) throws(ScreenFault) {
        guard depth <= limits.depth else {
            throw ScreenFault(
                "Sections and tabs lie more than \(limits.depth) deep in one another; show the inner ones on a screen of their own.")
        }
        for element: ScreenElement in elements {
            try take(element.id)
            try checkItems(element.id, element.content.items)
            if case .tabs(let tabs, let selected) = element.content {
                for tab: ScreenTab in tabs { try take(tab.id) }
                guard tabs.contains(where: { $0.id == selected }) else {
                    throw ScreenFault("The tabs \(element.id) have no tab \(selected), which they say is selected.")
                }
            }
            if case .form(let form) = element.content {
                for field: ScreenField in form.fields {
                    try take(field.id)
                    if case .choice(let options, _, _) = field.input { try checkItems(field.id, options.map(\.id)) }
                }
            }
            for group: ScreenContent.Group in element.groups { try check(group.elements, depth: depth + 1) }
        }
    }

    private mutating func take(_ id: String) throws(ScreenFault) {
        guard !id.isEmpty, id.utf8.count <= limits.idBytes else {
            throw ScreenFault("An id has 1 to \(limits.idBytes) bytes; \"\(id.prefix(40))\" has \(id.utf8.count).")
        }
        guard ids.insert(id).inserted else {
            throw ScreenFault("Two elements of the screen have the id \(id); changes and actions tell them apart by it.")
        }
        guard ids.count <= limits.elements else {
            throw ScreenFault("The screen has more than \(limits.elements) elements; make one list of those that are alike.")
        }
    }

    private func checkItems(_ element: String, _ items: [String]) throws(ScreenFault) {
        guard items.count <= limits.items else {
            throw ScreenFault("\(element) has \(items.count) rows, points or options, and \(limits.items) is the most; give it a cursor.")
        }
        guard Set(items).count == items.count else {
            throw ScreenFault("Two rows, points or options of \(element) have the same id; what a person chooses is told by it.")
        }
    }
}

extension ScreenContent {
    /// The ids of what is inside that is no element.
    fileprivate var items: [String] {
        switch self {
        case .list(let list): list.rows.map(\.id)
        case .table(let table): table.rows.map(\.id)
        case .keyValues(let values): values.indices.map { "\($0)" }
        case .map(let map): map.points.map(\.id)
        case .slots(let slots): slots.days.flatMap(\.slots).map(\.id)
        case .chart(let chart): chart.series.flatMap { series in series.points.indices.map { "\(series.title.text) \($0)" } }
        default: []
        }
    }
}
