import ColonnadeContract
import FoundationEssentials

/// An Input from fields on the command line: `text=hospital`, `near.latitude=42.36`, `wards=a wards=b`, `near:={"latitude": …}`.
struct FieldArguments {
    /// The longest array that an index on the command line may ask for.
    private static let mostElements: Int = 1_000

    let types: ContractTypes
    /// The Input's type, as in Swift.
    let type: String

    /// Whether an argument is a field, and no JSON, file or `-`.
    static func isField(_ argument: String) -> Bool {
        guard let equals: String.Index = argument.firstIndex(of: "=") else { return false }
        let path: Substring = argument[..<equals]
        return path.first.map { $0.isLetter || $0 == "_" || $0 == "." } == true
            && path.allSatisfy { $0.isLetter || $0.isNumber || "_.[]:".contains($0) }
    }

    /// The value with these fields put into it, one after the other.
    func json(_ arguments: [String], into start: JSONValue) throws(CommandFailure) -> JSONValue {
        var json: JSONValue = start
        var given: Set<Substring> = []
        for argument: String in arguments {
            // The elements of an array are given one after the other; all else has one value.
            let name: Substring = argument.prefix { $0 != "=" && $0 != ":" }
            if !given.insert(name).inserted, let path: ValuePath = ValuePath(String(name)),
                !Self.isArray(try TypePath(types: types).follow(path, from: type).type)
            {
                throw CommandFailure(.usage, "'\(argument)': \(name) is given already.")
            }
            json = try put(argument, into: json)
        }
        return json
    }

    private func put(_ argument: String, into json: JSONValue) throws(CommandFailure) -> JSONValue {
        guard Self.isField(argument), let equals: String.Index = argument.firstIndex(of: "=") else {
            throw CommandFailure(.usage, "'\(argument)' is no field: write name=value, or the whole input as JSON.")
        }
        let isRaw: Bool = argument[..<equals].last == ":"
        let text: String = String(argument[argument.index(after: equals)...])
        guard let path: ValuePath = ValuePath(String(isRaw ? argument[..<equals].dropLast() : argument[..<equals])), !path.steps.isEmpty,
            !path.steps.contains(.all)
        else { throw CommandFailure(.usage, "'\(argument)': expected a field such as name, name.part or name[0] before the '='.") }
        let place: TypePath.Place = try TypePath(types: types).follow(path, from: type)
        let value: JSONValue = isRaw ? try parsed(text, argument) : try self.value(text, place, argument)
        // An array is given element by element.
        if !isRaw, case .array = Self.unwrapped(place.type), !text.hasPrefix("[") {
            let before: [JSONValue] = if case .array(let elements)? = path.values(in: json).first { elements } else { [] }
            return try Self.setting(.array(before + [value]), at: path.steps[...], in: json, argument)
        }
        return try Self.setting(value, at: path.steps[...], in: json, argument)
    }

    /// A text as a value of a type; whether it fits, the contract decides afterwards, with the place.
    private func value(_ text: String, _ place: TypePath.Place, _ argument: String) throws(CommandFailure) -> JSONValue {
        switch Self.unwrapped(place.type) {
        case .bool: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
        case .signed, .unsigned, .float, .double, .duration:
            guard let json: JSONValue = try? JSONValue(parsing: text) else { return .string(text) }
            return json
        case .array(let element) where !text.hasPrefix("["):
            return try value(text, TypePath.Place(type: element, scope: place.scope), argument)
        case .array, .dictionary, .void: return try parsed(text, argument)
        case .named where text.hasPrefix("{"): return try parsed(text, argument)
        default: return .string(text)
        }
    }

    private static func unwrapped(_ type: TypeExpression) -> TypeExpression {
        if case .optional(let wrapped) = type { unwrapped(wrapped) } else { type }
    }

    private static func isArray(_ type: TypeExpression) -> Bool {
        if case .array = unwrapped(type) { true } else { false }
    }

    private func parsed(_ text: String, _ argument: String) throws(CommandFailure) -> JSONValue {
        do throws(JSONMappingError) {
            return try JSONValue(parsing: text)
        } catch {
            throw CommandFailure(.usage, "'\(argument)': \(error)")
        }
    }

    private static func setting(
        _ value: JSONValue, at steps: ArraySlice<ValuePath.Step>, in json: JSONValue?, _ argument: String
    ) throws(CommandFailure) -> JSONValue {
        guard let step: ValuePath.Step = steps.first else { return value }
        switch step {
        case .key(let key):
            var members: [String: JSONValue] = if case .object(let members)? = json { members } else { [:] }
            members[key] = try setting(value, at: steps.dropFirst(), in: members[key], argument)
            return .object(members)
        case .index(let index):
            var elements: [JSONValue] = if case .array(let elements)? = json { elements } else { [] }
            guard index <= elements.count, index < mostElements else {
                throw CommandFailure(.usage, "'\(argument)': element \(elements.count) comes before element \(index).")
            }
            let element: JSONValue = try setting(value, at: steps.dropFirst(), in: index < elements.count ? elements[index] : nil, argument)
            if index < elements.count { elements[index] = element } else { elements.append(element) }
            return .array(elements)
        case .all: return value
        }
    }
}
