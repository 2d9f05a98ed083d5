import ColonnadeContract
import ColonnadeWorld

/// Random JSON that fits a type of ``SampleContract``.
struct RandomJSON {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func everything() -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (index, type): (Int, String) in SampleContract.everyType.enumerated() {
            if type.hasSuffix("?"), Bool.random(using: &generator) { continue }
            members["f\(index + 1)"] = value(type, depth: 0)
        }
        return .object(members)
    }

    private mutating func value(_ type: String, depth: Int) -> JSONValue {
        if type.hasSuffix("?") { return value(String(type.dropLast()), depth: depth) }
        switch type {
        case "Bool": return .bool(.random(using: &generator))
        case "Int8": return .integer(Int64(Int8.random(in: .min ... .max, using: &generator)))
        case "Int": return .integer(.random(in: .min ... .max, using: &generator))
        case "UInt16": return .integer(Int64(UInt16.random(in: .min ... .max, using: &generator)))
        case "UInt": return .unsigned(.random(in: (1 << 63)...(.max), using: &generator))
        case "Double": return .number(Double.random(in: -1e9...1e9, using: &generator))
        case "Float": return [.number(0.1), .number(-2.5), .string("NaN"), .string("-Infinity")].randomElement(using: &generator) ?? .null
        case "String": return text()
        case "[UInt8]": return .string(["", "AA==", "/+8=", "aGVsbG8="].randomElement(using: &generator) ?? "")
        case "Date":
            return .string(
                ["1970-01-01T00:00:00Z", "1889-02-28T23:59:59.000000001Z", "2026-11-21T20:56:07.250Z"].randomElement(using: &generator)
                    ?? "")
        case "Duration": return .string(["0s", "1.5s", "250ms", "-3.000000001s", "7ns"].randomElement(using: &generator) ?? "")
        case "UUID": return .string("6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
        default: return composed(type, depth: depth)
        }
    }

    private mutating func composed(_ type: String, depth: Int) -> JSONValue {
        switch type {
        case "Place": return place(depth)
        case "Kind": return .string(["clinic", "hospital"].randomElement(using: &generator) ?? "")
        case "OpenKind": return Bool.random(using: &generator) ? .string("clinic") : unknown(bytes: "")
        case "Shape": return shape()
        case "OpenShape": return Bool.random(using: &generator) ? shape() : unknown(bytes: "CAI=")
        case "[String: Int]": return .object(["a": value("Int", depth: depth), "é": .integer(0)])
        case "[Int: [String]]": return .object(["-7": .array([]), "12": value("[String]", depth: depth)])
        case "[String: Place?]": return .object(["none": .null, "some": place(depth)])
        case "[String: [Place]]": return .object(["x": value("[Place]", depth: depth)])
        default: return array(String(type.dropFirst().dropLast()), depth: depth)
        }
    }

    private mutating func array(_ element: String, depth: Int) -> JSONValue {
        let count: Int = .random(in: 0...3, using: &generator)
        var values: [JSONValue] = []
        for _: Int in 0..<count {
            let isNull: Bool = element.hasSuffix("?") && Bool.random(using: &generator)
            values.append(isNull ? .null : value(element, depth: depth))
        }
        return .array(values)
    }

    private mutating func place(_ depth: Int) -> JSONValue {
        .object(["name": text(), "within": depth > 2 ? .array([]) : array("Place", depth: depth + 1)])
    }

    private mutating func shape() -> JSONValue {
        switch Int.random(in: 0...4, using: &generator) {
        case 0: .string("point")
        case 1: .object(["circle": .number(1.25)])
        case 2: .object(["box": .object(["width": .integer(3)])])
        case 3: .object(["box": .object(["width": .integer(3), "height": .integer(-4)])])
        default: .object(["line": .array([.integer(9), text()])])
        }
    }

    private func unknown(bytes: String) -> JSONValue {
        .object(["unknown": .object(["number": .integer(77), "bytes": .string(bytes)])])
    }

    private mutating func text() -> JSONValue {
        .string(["", "Praxis", "é 😀", "a\nb\"c"].randomElement(using: &generator) ?? "")
    }
}
