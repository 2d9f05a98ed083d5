import Testing

/// Reads HTML as strictly as our own templates write it: every tag closed in order, attributes in double quotes, ids that are there once.
struct PageCheck {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private static let empty: Set<Substring> = ["input", "meta", "link", "img", "!DOCTYPE"]

    /// Tags and attributes by name, in order, without values: what no text may change.
    static func shape(_ html: String) throws -> [String] { try read(html).shape }

    static func check(_ html: String, _ name: String) throws {
        let (_, ids, references) = try read(html)
        #expect(Set(ids).count == ids.count, "\(name): an id is there twice: \(ids.filter { id in ids.count { $0 == id } > 1 }.prefix(3))")
        #expect(Set(references).subtracting(ids).isEmpty, "\(name): nothing has the id \(Set(references).subtracting(ids))")
    }

    private static func read(_ html: String) throws -> (shape: [String], ids: [String], references: [String]) {
        var (shape, ids, references): ([String], [String], [String]) = ([], [], [])
        var open: [Substring] = []
        var rest: Substring.UnicodeScalarView = html[...].unicodeScalars
        while let start: String.Index = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            guard let end: String.Index = rest.firstIndex(of: ">") else { throw Broken(description: "an open tag: \(rest.prefix(60))") }
            // No value has a `>`, because all are escaped.
            let tag: Substring = Substring(rest[..<end])
            rest = rest[rest.index(after: end)...]
            if tag.unicodeScalars.first == "/" {
                guard open.popLast() == tag.dropFirst() else {
                    throw Broken(description: "</\(tag.dropFirst())> closes nothing of \(open.suffix(4))")
                }
                continue
            }
            let (name, attributes) = try parts(tag)
            shape.append(([String(name)] + attributes.map(\.name)).joined(separator: " "))
            ids += attributes.filter { $0.name == "id" }.map(\.value)
            references += attributes.filter { ["for", "aria-labelledby", "aria-describedby"].contains($0.name) }
                .flatMap { $0.value.split(separator: " ").map(String.init) }
            if !empty.contains(name), tag.unicodeScalars.last != "/" { open.append(name) }
        }
        guard open.isEmpty else { throw Broken(description: "\(open) is not closed") }
        return (shape, ids, references)
    }

    private static func parts(_ tag: Substring) throws -> (name: Substring, attributes: [(name: String, value: String)]) {
        let scalars: Substring.UnicodeScalarView = tag.unicodeScalars
        let name: Substring = Substring(scalars.prefix { $0 != " " && $0 != "/" })
        var attributes: [(name: String, value: String)] = []
        var rest: Substring.UnicodeScalarView = scalars.dropFirst(name.unicodeScalars.count)
        while true {
            rest = rest.drop { $0 == " " || $0 == "/" }
            if rest.isEmpty { return (name, attributes) }
            let key: Substring.UnicodeScalarView = rest.prefix { $0 != "=" && $0 != " " && $0 != "/" }
            guard key.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || "-0123456789".unicodeScalars.contains($0)) }) else {
                throw Broken(description: "\(String(key)) is no attribute, in <\(tag)>")
            }
            rest = rest.dropFirst(key.count)
            guard rest.first == "=" else {
                attributes.append((String(key), ""))
                continue
            }
            guard rest.dropFirst().first == "\"" else { throw Broken(description: "\(String(key)) has no quotes, in <\(tag)>") }
            let value: Substring.UnicodeScalarView = rest.dropFirst(2).prefix { $0 != "\"" }
            rest = rest.dropFirst(value.count + 3)
            attributes.append((String(key), String(value)))
        }
    }
}
