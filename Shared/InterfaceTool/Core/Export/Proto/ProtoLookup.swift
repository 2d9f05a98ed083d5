/// Spells types as protoc looks names up: from the innermost message outwards, and the first that fits is meant.
struct ProtoLookup {
    private var known: Set<String> = []

    init(_ file: ProtoFile) {
        add(file.messages, file.enums, in: ".\(file.package)")
        // In a service protoc takes the name of a method for what is meant, too.
        for method: ProtoMethod in file.service?.methods ?? [] {
            known.insert(".\(file.package).\(file.service?.name ?? "").\(method.name)")
        }
    }

    func spelling(_ type: ProtoType, in scope: String) -> String {
        switch type {
        case .scalar(let scalar): "\(scalar)"
        case .message(let name), .choice(let name): shortest(name, in: scope)
        }
    }

    /// What follows the scope that the two have in common, if a message further in does not hide it; or the whole name.
    private func shortest(_ name: String, in scope: String) -> String {
        var outer: Substring = scope[...]
        while let dot: Substring.Index = outer.lastIndex(of: ".") {
            let prefix: String = "\(outer)."
            if name.hasPrefix(prefix) {
                let short: String = String(name.dropFirst(prefix.count))
                let first: Substring = short.prefix { $0 != "." }
                return isHidden(first, from: scope, below: outer) ? name : short
            }
            outer = outer[..<dot]
        }
        return name
    }

    private func isHidden(_ first: Substring, from scope: String, below end: Substring) -> Bool {
        var outer: Substring = scope[...]
        while outer.count > end.count, let dot: Substring.Index = outer.lastIndex(of: ".") {
            if known.contains("\(outer).\(first)") { return true }
            outer = outer[..<dot]
        }
        return false
    }

    private mutating func add(_ messages: [ProtoMessage], _ enums: [ProtoEnum], in scope: String) {
        for item: ProtoEnum in enums { known.insert("\(scope).\(item.name)") }
        for message: ProtoMessage in messages {
            known.insert("\(scope).\(message.name)")
            for field: ProtoField in message.fields {
                if case .map = field.kind { known.insert("\(scope).\(message.name).\(ProtoName.entry(field.name))") }
            }
            add(message.messages, message.enums, in: "\(scope).\(message.name)")
        }
    }
}
