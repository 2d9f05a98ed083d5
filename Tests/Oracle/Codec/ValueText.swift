import ColonnadeContract

/// A value as text, every part of it, in a form that Python writes just so: what bytes mean is compared, not only that both ends
/// write the same ones.
enum ValueText {
    /// The text of scalars by their type. Casting would see through optionals.
    private static let scalars: [ObjectIdentifier: @Sendable (Any) -> String?] = [
        scalar(Bool.self) { "\($0)" }, scalar(Int.self) { "\($0)" }, scalar(Int8.self) { "\($0)" }, scalar(Int16.self) { "\($0)" },
        scalar(Int32.self) { "\($0)" }, scalar(Int64.self) { "\($0)" }, scalar(UInt.self) { "\($0)" }, scalar(UInt8.self) { "\($0)" },
        scalar(UInt16.self) { "\($0)" }, scalar(UInt32.self) { "\($0)" }, scalar(UInt64.self) { "\($0)" },
        scalar(Float.self) { $0.isNaN ? "nan" : "f\($0.bitPattern)" }, scalar(Double.self) { $0.isNaN ? "nan" : "d\($0.bitPattern)" },
        scalar(String.self) { "s\($0.utf8.count):\($0)" }, scalar([UInt8].self) { bytes($0) }, scalar(UUID.self) { uuid($0) },
        scalar(Date.self) { "\($0.wireNanoseconds)" }, scalar(Duration.self) { "\($0.wireNanoseconds)" },
        // A case that came from a newer contract.
        scalar(Unrecognized.self) { "#\($0.number)\(bytes($0.bytes))" },
    ].reduce(into: [:]) { $0[$1.type] = $1.text }

    private static let hexadecimal: [UInt8] = Array("0123456789abcdef".utf8)

    static func text(_ value: Any) -> String {
        if let text: String = scalars[ObjectIdentifier(type(of: value))]?(value) { return text }
        let mirror: Mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { "?\(text($0.value))" } ?? "-"
        case .collection: return "[" + mirror.children.map { "\(text($0.value))," }.joined() + "]"
        case .dictionary: return "{" + joined(mirror.children.map { entry($0.value) }.sorted(by: precedes)) + "}"
        case .enum: return mirror.children.first.map { enumCase($0.label ?? "", $0.value) } ?? ".\(value)()"
        default: return "(" + members(mirror) + ")"
        }
    }

    private static func entry(_ pair: Any) -> String {
        let parts: [String] = Mirror(reflecting: pair).children.map { text($0.value) }
        return parts.joined(separator: "=")
    }

    private static func enumCase(_ name: String, _ values: Any) -> String {
        if values is Unrecognized { return ".\(text(values))" }
        let mirror: Mirror = Mirror(reflecting: values)
        return ".\(name)(" + (mirror.displayStyle == .tuple ? members(mirror) : "_0=\(text(values)),") + ")"
    }

    /// Sorted by name: Swift has them as they were declared, a lock as they were numbered.
    private static func members(_ mirror: Mirror) -> String {
        let members: [String] = mirror.children.map { child in
            let label: String = child.label ?? ""
            return "\(label.hasPrefix(".") ? "_\(label.dropFirst())" : label)=\(text(child.value))"
        }
        return joined(members.sorted())
    }

    /// The order of the bytes, which Swift's own is not beyond ASCII.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
    }

    private static func joined(_ parts: [String]) -> String {
        parts.isEmpty ? "" : parts.joined(separator: ",") + ","
    }

    private static func bytes(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = [UInt8(ascii: "b")]
        for byte: UInt8 in bytes {
            digits.append(hexadecimal[Int(byte >> 4)])
            digits.append(hexadecimal[Int(byte & 15)])
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func uuid(_ value: UUID) -> String {
        "b" + value.uuidString.lowercased().filter { $0 != "-" }
    }

    private static func scalar<Value>(
        _ type: Value.Type, _ text: @escaping @Sendable (Value) -> String
    ) -> (type: ObjectIdentifier, text: @Sendable (Any) -> String?) {
        (ObjectIdentifier(type), { ($0 as? Value).map(text) })
    }
}
