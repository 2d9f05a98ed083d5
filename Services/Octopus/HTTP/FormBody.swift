import ColonnadePrelude

/// The fields of a form, as `application/x-www-form-urlencoded` writes them (WHATWG URL, 5.1).
struct FormBody: Sendable {
    /// Fields of a form at most.
    static let fieldsAtMost: Int = 2_000

    private var fields: [String: [String]] = [:]
    private var count: Int = 0

    /// Fields that were read elsewhere, such as from parts.
    init() {}

    /// - Returns: nil where there are too many fields, or bytes that are no UTF-8.
    init?(_ bytes: some Sequence<UInt8>) {
        for pair: ArraySlice<UInt8> in Array(bytes).split(separator: UInt8(ascii: "&")) {
            let parts: [ArraySlice<UInt8>] = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name: String = Self.decoded(parts[0]), let value: String = Self.decoded(parts.count > 1 ? parts[1] : []),
                add(value, to: name)
            else { return nil }
        }
    }

    /// The first value of a field; nil where it is missing.
    subscript(name: String) -> String? { fields[name]?.first }

    /// All values of a field.
    func all(_ name: String) -> [String] { fields[name] ?? [] }

    /// - Returns: false where there are too many.
    mutating func add(_ value: String, to name: String) -> Bool {
        guard count < Self.fieldsAtMost else { return false }
        count += 1
        fields[name, default: []].append(value)
        return true
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest: ArraySlice<UInt8> = bytes
        while let byte: UInt8 = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high: UInt8 = rest.popFirst().flatMap(digit), let low: UInt8 = rest.popFirst().flatMap(digit) else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)?.streamSafe
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8($0) }
    }
}
