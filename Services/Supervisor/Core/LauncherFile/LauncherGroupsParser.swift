import Yams

/// Reads `groups:` of a launcher file. A group in another stands among its members, so groups can not be in a circle.
struct LauncherGroupsParser {
    /// Where only one of the two is given: OTP's.
    private static let standard: LauncherGroup.Intensity = LauncherGroup.Intensity(restarts: 1, window: .seconds(5))

    private(set) var reading: YAMLReading
    private let verticals: [String]
    /// Where each vertical's own `intensity` and `failed` stand.
    private let own: [String: [(key: String, node: Node)]]
    /// Each before those in it.
    private var groups: [LauncherGroup] = []
    private var names: Set<String> = []
    /// The group that each vertical is in.
    private var owners: [String: String] = [:]

    /// - Parameters:
    ///   - verticals: their names.
    ///   - node: what the file says of them.
    init(verticals: [String], _ node: Node?, reading: YAMLReading) {
        self.verticals = verticals
        self.reading = reading
        var own: [String: [(key: String, node: Node)]] = [:]
        for name: String in verticals {
            own[name] = ["intensity", "failed"].compactMap { key in node?.mapping?[Node(name)]?.mapping?[Node(key)].map { (key, $0) } }
        }
        self.own = own
    }

    mutating func parse(_ node: Node) -> [LauncherGroup] {
        for each: Node in reading.elements(node, of: "groups") { _ = group(each, in: []) }
        return groups
    }

    /// - Parameter path: the names of the groups around it, the outermost first.
    /// - Returns: its name.
    private mutating func group(_ node: Node, in path: [String]) -> String? {
        guard groups.count < LauncherGroup.largestCount else {
            // Once is enough, however many there are.
            if names.insert("").inserted { reading.report(node, "groups: a launcher has at most \(LauncherGroup.largestCount)") }
            return nil
        }
        guard path.count < LauncherGroup.deepest else {
            reading.report(node, "group \(path[path.count - 1]): groups stand in each other at most \(LauncherGroup.deepest) deep")
            return nil
        }
        let entries: [String: (key: Node, value: Node)] = reading.entries(
            node, of: "a group", known: ["name", "strategy", "members", "intensity", "failed"])
        for key: String in ["name", "members"] where entries[key] == nil { reading.report(node, "a group needs '\(key)'") }
        guard let named: Node = entries["name"]?.value, let name: String = reading.text(named, of: "a group's name"),
            let members: Node = entries["members"]?.value
        else { return nil }
        checkName(name, named)
        // It stands before those in it, and does not know them yet.
        let index: Int = groups.count
        groups.append(LauncherGroup(name: name, strategy: .oneForOne, members: []))
        var group: LauncherGroup = LauncherGroup(
            name: name, strategy: strategy(entries["strategy"]?.value, of: name), members: self.members(members, of: name, in: path))
        group.line = named.mark?.line ?? 0
        if let entry: (key: Node, value: Node) = entries["intensity"] { group.intensity = intensity(entry.value, of: name) }
        if let entry: (key: Node, value: Node) = entries["failed"] {
            group.failed = reading.choice(entry.value, of: "failed of group \(name)", LauncherGroup.Failed.self)
            if group.intensity == nil { reading.report(entry.key, "failed of group \(name) needs 'intensity': it never fails without") }
        }
        groups[index] = group
        check(group, named, isInner: !path.isEmpty)
        return name
    }

    private mutating func checkName(_ name: String, _ node: Node) {
        guard LauncherFileParser.isName(name) else {
            return reading.report(
                node, "'\(name.prefix(60))' is no group's name: small letters, digits and dashes, beginning with a letter")
        }
        if !names.insert(name).inserted { reading.report(node, "group \(name): another group has this name") }
        if verticals.contains(name) { reading.report(node, "group \(name): a vertical has this name; name the group otherwise") }
    }

    private mutating func strategy(_ node: Node?, of name: String) -> LauncherGroup.Strategy {
        node.flatMap { reading.choice($0, of: "strategy of group \(name)", LauncherGroup.Strategy.self) } ?? .oneForOne
    }

    private mutating func members(_ node: Node, of name: String, in path: [String]) -> [String] {
        let nodes: [Node] = reading.elements(node, of: "members of group \(name)")
        if nodes.isEmpty, case .sequence = node { reading.report(node, "group \(name) has no members") }
        return nodes.compactMap { member in
            if case .mapping = member { return group(member, in: path + [name]) }
            guard let text: String = reading.text(member, of: "a member of group \(name)") else { return nil }
            if !verticals.contains(text) {
                let way: String = names.contains(text) ? "; a group in another stands among its members, with its own" : ""
                reading.report(member, "group \(name): this launcher has no vertical '\(text)'\(way)")
            } else if let other: String = owners[text] {
                let place: String = other == name ? "stands here twice" : "is in group \(other) already"
                reading.report(member, "group \(name): \(text) \(place)")
            } else {
                owners[text] = name
                return text
            }
            return nil
        }
    }

    private mutating func intensity(_ node: Node, of name: String) -> LauncherGroup.Intensity {
        let owner: String = "intensity of group \(name)"
        var intensity: LauncherGroup.Intensity = Self.standard
        let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: owner, known: ["restarts", "within"])
        if let entry: (key: Node, value: Node) = entries["restarts"] {
            intensity.restarts = reading.number(entry.value, of: "restarts in \(owner)", atLeast: 0) ?? intensity.restarts
            if intensity.restarts > LauncherGroup.mostRestarts {
                reading.report(entry.value, "restarts in \(owner): at most \(LauncherGroup.mostRestarts) are counted")
            }
        }
        if let entry: (key: Node, value: Node) = entries["within"] {
            intensity.window = reading.duration(entry.value, of: "within in \(owner)") ?? intensity.window
        }
        return intensity
    }

    /// Whether it is clear who counts.
    private mutating func check(_ group: LauncherGroup, _ node: Node, isInner: Bool) {
        let inner: String? = group.members.first { !verticals.contains($0) }
        if group.intensity == nil, let inner {
            reading.report(node, "group \(group.name) needs 'intensity': how often it begins group \(inner) anew")
        } else if group.intensity == nil, isInner {
            reading.report(node, "group \(group.name) needs 'intensity': it is in a group, and without it never fails")
        }
        guard group.intensity != nil else { return }
        for member: String in group.members {
            for (key, node): (String, Node) in own[member] ?? [] {
                reading.report(node, "\(key) of \(member): group \(group.name) counts its restarts; leave one of the two out")
            }
        }
    }
}
