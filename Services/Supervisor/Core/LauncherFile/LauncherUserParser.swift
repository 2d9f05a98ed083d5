import Yams

/// Reads whose processes the children are: `users:` of a launcher file, `user:` and `group:` of its verticals.
struct LauncherUserParser {
    private static let forms: String = "same, or a range such as { from: 70000, count: 4096 }"
    /// The longest name, in bytes, that the tools of Linux take.
    private static let longestName: Int = 32

    var reading: YAMLReading

    /// The range; nil where every vertical is to have the supervisor's user, unless it says otherwise.
    mutating func range(_ entry: (key: Node, value: Node)) -> UserRange? {
        if case .scalar(let scalar) = entry.value {
            if scalar.string == ChildUser.same { return nil }
            reading.report(entry.value, "users: expected \(Self.forms), found \(reading.kind(entry.value))")
            return .standard
        }
        let entries: [String: (key: Node, value: Node)] = reading.entries(entry.value, of: "users", known: ["from", "count"])
        guard let from: Node = entries["from"]?.value, let count: Node = entries["count"]?.value else {
            guard case .mapping = entry.value else { return .standard }
            reading.report(entry.key, "users needs 'from' and 'count', such as { from: 70000, count: 4096 }")
            return .standard
        }
        guard let first: Int = reading.number(from, of: "from in users", atLeast: UserRange.lowest),
            let length: Int = reading.number(count, of: "count in users", atLeast: 1)
        else { return .standard }
        if length > UserRange.longest {
            reading.report(count, "count in users: \(UserRange.longest) at most, not \(length)")
        } else if first > UserRange.highest - length + 1 {
            reading.report(from, "users: the last number would lie above \(UserRange.highest)")
        } else if (first...first + length - 1).overlaps(UserRange.reserved) {
            reading.report(from, "users: 65534 (nobody) and 65535 can be nobody's; choose a range without them")
        } else {
            return UserRange(from: UInt32(first), count: length, line: entry.key.mark?.line ?? 0)
        }
        return .standard
    }

    /// - Parameters:
    ///   - name: the vertical's.
    ///   - standard: what holds unless it says otherwise.
    mutating func user(_ entries: [String: (key: Node, value: Node)], of name: String, _ standard: ChildUser) -> ChildUser {
        var user: ChildUser = standard
        if let entry: (key: Node, value: Node) = entries["user"], let text: String = account(entry.value, of: "user of \(name)") {
            user.choice = text == ChildUser.same ? .same : .named(text)
            user.line = entry.value.mark?.line ?? 0
        }
        guard let entry: (key: Node, value: Node) = entries["group"], let text: String = account(entry.value, of: "group of \(name)")
        else { return user }
        guard case .named = user.choice else {
            reading.report(entry.key, "group of \(name) needs 'user': an account of this system; without, it has a group of its own")
            return user
        }
        user.group = text
        user.groupLine = entry.value.mark?.line ?? 0
        return user
    }

    private mutating func account(_ node: Node, of owner: String) -> String? {
        guard let text: String = reading.text(node, of: owner) else { return nil }
        let isName: Bool =
            !text.isEmpty && text.utf8.count <= Self.longestName && !text.hasPrefix("-") && !text.allSatisfy(\.isNumber)
            && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || "0123456789_.-$".unicodeScalars.contains($0)) }
        guard isName else {
            reading.report(node, "\(owner): expected the name of an account, or 'same', found \(reading.kind(node))")
            return nil
        }
        return text
    }
}
