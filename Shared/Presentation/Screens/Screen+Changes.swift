public import ColonnadeSystemIO

extension Screen {
    /// The changes that make `new` of this screen; nil where they can not be told, or the whole is no more than they are: elements
    /// stand in another order, or moved from one section to another.
    public func changes(to new: Screen) -> [ScreenChange]? {
        let places: [String: String?] = Self.places(elements)
        let newPlaces: [String: String?] = Self.places(new.elements)
        guard places.allSatisfy({ id, place in newPlaces[id].map { $0 == place } ?? true }) else { return nil }
        var changes: [ScreenChange] = title == new.title ? [] : [.titled(new.title)]
        guard Self.collect(&changes, from: elements, to: new.elements, inside: nil) else { return nil }
        return changes
    }

    /// The screen after these changes, one on top of the other.
    /// - Throws: what a change names and the screen does not have. The board is to be activated again then.
    public func applying(_ changes: [ScreenChange]) throws(ScreenFault) -> Screen {
        var (title, elements): (ScreenText, [ScreenElement]) = (title, elements)
        for change: ScreenChange in changes {
            let isApplied: Bool
            switch change {
            case .titled(let text):
                title = text
                isApplied = true
            case .replaced(let element):
                isApplied = Self.edit(&elements) { group, _ in
                    guard let index: Int = group.firstIndex(where: { $0.id == element.id }) else { return false }
                    group[index] = element
                    return true
                }
            case .removed(let id):
                isApplied = Self.edit(&elements) { group, _ in
                    guard let index: Int = group.firstIndex(where: { $0.id == id }) else { return false }
                    group.remove(at: index)
                    return true
                }
            case .inserted(let element, let after, let inside):
                isApplied = Self.edit(&elements) { group, id in
                    guard id == inside else { return false }
                    guard let after else {
                        group.insert(element, at: 0)
                        return true
                    }
                    guard let index: Int = group.firstIndex(where: { $0.id == after }) else { return false }
                    group.insert(element, at: index + 1)
                    return true
                }
            case .unknown: isApplied = false
            }
            guard isApplied else { throw ScreenFault("A change does not fit the screen: \(change)") }
        }
        return Screen(title: title, elements: elements)
    }

    /// Where each element, and each group of elements, lies: the id of the group around it; nil at top level.
    private static func places(_ elements: [ScreenElement]) -> [String: String?] {
        var places: [String: String?] = [:]
        func add(_ elements: [ScreenElement], inside: String?) {
            for element: ScreenElement in elements {
                places.updateValue(inside, forKey: element.id)
                for group: ScreenContent.Group in element.groups {
                    if group.id != element.id { places.updateValue(element.id, forKey: group.id) }
                    add(group.elements, inside: group.id)
                }
            }
        }
        add(elements, inside: nil)
        return places
    }

    /// - Returns: false where those that stay are in another order.
    private static func collect(
        _ changes: inout [ScreenChange], from old: [ScreenElement], to new: [ScreenElement], inside: String?
    ) -> Bool {
        let before: [String: ScreenElement] = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let after: Set<String> = Set(new.map(\.id))
        let staying: [String] = old.map(\.id).filter(after.contains)
        guard staying == new.map(\.id).filter({ before[$0] != nil }) else { return false }
        changes += old.filter { !after.contains($0.id) }.map { .removed($0.id) }
        var last: String?
        for element: ScreenElement in new {
            if let known: ScreenElement = before[element.id] {
                guard collect(&changes, from: known, to: element) else { return false }
            } else {
                changes.append(.inserted(element, after: last, inside: inside))
            }
            last = element.id
        }
        return true
    }

    private static func collect(_ changes: inout [ScreenChange], from old: ScreenElement, to new: ScreenElement) -> Bool {
        if old == new { return true }
        let (groups, newGroups): ([ScreenContent.Group], [ScreenContent.Group]) = (old.groups, new.groups)
        guard !groups.isEmpty, old.shell == new.shell else {
            changes.append(.replaced(new))
            return true
        }
        return zip(groups, newGroups).allSatisfy { collect(&changes, from: $0.elements, to: $1.elements, inside: $0.id) }
    }

    /// Hands each group to `body` until one says that it has changed it.
    private static func edit(
        _ elements: inout [ScreenElement], inside: String? = nil, _ body: (inout [ScreenElement], String?) -> Bool
    ) -> Bool {
        if body(&elements, inside) { return true }
        for index: Int in elements.indices {
            var groups: [ScreenContent.Group] = elements[index].groups
            for place: Int in groups.indices where edit(&groups[place].elements, inside: groups[place].id, body) {
                elements[index] = elements[index].with(groups)
                return true
            }
        }
        return false
    }
}
