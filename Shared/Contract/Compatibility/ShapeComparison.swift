/// Compares what one side writes with what the other reads, type by type.
struct ShapeComparison {
    private enum Direction: Hashable {
        case toProvider
        case toConsumer

        var writer: String { self == .toProvider ? "consumer" : "provider" }
        var reader: String { self == .toProvider ? "provider" : "consumer" }
    }

    /// One side's type, and the type in whose braces it is written.
    private struct Side {
        let type: TypeExpression
        let scope: String?

        init(_ type: TypeExpression, in scope: String? = nil) {
            self.type = type
            self.scope = scope
        }

        init(_ text: String, in scope: String? = nil) {
            // What is no type of a contract is compared by its text.
            self.init(TypeExpression(parsing: text) ?? .named(text), in: scope)
        }

        func inner(_ type: TypeExpression) -> Side { Side(type, in: scope) }
    }

    /// The two types that are compared, so that a recursive one is looked at once.
    private struct Pair: Hashable {
        let writer: String
        let reader: String
        let direction: Direction
    }

    private let consumer: ContractDescriptor
    private let provider: ContractDescriptor
    private let consumerTypes: ContractTypes
    private let providerTypes: ContractTypes
    private var seen: Set<Pair> = []
    private var problems: [String] = []

    init(consumer: ContractDescriptor, provider: ContractDescriptor) {
        self.consumer = consumer
        self.provider = provider
        consumerTypes = ContractTypes(consumer)
        providerTypes = ContractTypes(provider)
    }

    /// What is wrong with one board of the consumer's.
    mutating func problems(of board: BoardDescriptor, against other: BoardDescriptor, in interface: String) -> [String] {
        problems = []
        let place: String = "\(interface).\(board.name)"
        if board.many != other.many {
            let (wanted, given): (String, String) = (board.many ? "many outputs" : "one output", other.many ? "many" : "one")
            problems.append("\(place): the consumer expects \(wanted), the provider gives \(given).")
        }
        compare(Side(board.input), Side(other.input), .toProvider, at: "\(place): Input")
        compare(Side(other.output), Side(board.output), .toConsumer, at: "\(place): Output")
        if let command: String = board.command {
            if let taken: String = other.command {
                compare(Side(command), Side(taken), .toProvider, at: "\(place): Command")
            } else {
                problems.append("\(place): the provider takes no commands any more.")
            }
        }
        return problems
    }

    /// What is wrong with the refusal; a case that the consumer does not know is not.
    mutating func refusalProblems() -> [String] {
        problems = []
        guard let written: TypeDescriptor = provider.refusal.flatMap({ providerTypes.descriptor($0, in: nil) }),
            let read: TypeDescriptor = consumer.refusal.flatMap({ consumerTypes.descriptor($0, in: nil) })
        else { return [] }
        compare(cases: written, read, isOpen: true, .toConsumer, at: "\(consumer.name): Refusal \(read.name)")
        return problems
    }

    // MARK: Types

    private mutating func compare(_ writer: Side, _ reader: Side, _ direction: Direction, at place: String) {
        switch (writer.type, reader.type) {
        case (.optional(let inner), .optional(let other)): compare(writer.inner(inner), reader.inner(other), direction, at: place)
        case (_, .optional(let other)): compare(writer, reader.inner(other), direction, at: place)
        case (.optional, _): problems.append("\(place) may be left out by the \(direction.writer), and the \(direction.reader) needs it.")
        case (.array(let inner), .array(let other)): compare(writer.inner(inner), reader.inner(other), direction, at: place)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            compare(writer.inner(key), reader.inner(otherKey), direction, at: "\(place)'s keys")
            compare(writer.inner(value), reader.inner(otherValue), direction, at: "\(place)'s values")
        case (.named(let name), .named(let other)):
            compare(named: (name, writer.scope), (other, reader.scope), direction, at: place)
        case (.signed(let width), .signed(let room)) where width <= room: break
        case (.unsigned(let width), .unsigned(let room)) where width <= room: break
        default:
            if writer.type != reader.type { report(mismatch: writer.type, reader.type, direction, at: place) }
        }
    }

    private mutating func compare(
        named writer: (name: String, scope: String?), _ reader: (name: String, scope: String?), _ direction: Direction, at place: String
    ) {
        let (writers, readers): (ContractTypes, ContractTypes) =
            direction == .toProvider ? (consumerTypes, providerTypes) : (providerTypes, consumerTypes)
        guard let ours: TypeDescriptor = writers.descriptor(writer.name, in: writer.scope),
            let theirs: TypeDescriptor = readers.descriptor(reader.name, in: reader.scope)
        else {
            if writer.name != reader.name { report(mismatch: .named(writer.name), .named(reader.name), direction, at: place) }
            return
        }
        guard seen.insert(Pair(writer: ours.name, reader: theirs.name, direction: direction)).inserted else { return }
        guard ours.isEnum == theirs.isEnum else {
            return problems.append("\(place): \(ours.name) is a struct on one side and an enum on the other.")
        }
        guard ours.isEnum else {
            return compare(fields: ours.fields, theirs.fields, in: (ours.name, theirs.name), direction, at: "\(place) \(ours.name)")
        }
        guard ours.isPlainEnum == theirs.isPlainEnum else {
            return problems.append("\(place): the enum \(ours.name) has cases with values on one side only.")
        }
        compare(cases: ours, theirs, isOpen: theirs.open, direction, at: "\(place) \(ours.name)")
    }

    private mutating func compare(
        cases writer: TypeDescriptor, _ reader: TypeDescriptor, isOpen: Bool, _ direction: Direction, at place: String
    ) {
        for ours: CaseDescriptor in writer.knownCases {
            if let theirs: CaseDescriptor = reader.knownCases.first(where: { $0.number == ours.number }) {
                compare(fields: ours.values, theirs.values, in: (writer.name, reader.name), direction, at: "\(place).\(ours.name)")
            } else if !isOpen {
                problems.append("\(place): the \(direction.reader) does not know the case \(ours.name).")
            }
        }
    }

    private mutating func compare(
        fields written: [FieldDescriptor], _ read: [FieldDescriptor], in scopes: (writer: String, reader: String),
        _ direction: Direction, at place: String
    ) {
        for theirs: FieldDescriptor in read {
            if let ours: FieldDescriptor = written.first(where: { $0.number == theirs.number }) {
                compare(
                    Side(ours.type, in: scopes.writer), Side(theirs.type, in: scopes.reader), direction,
                    at: "\(place).\(ours.name)")
            } else if Side(theirs.type).type.isRequired {
                problems.append("\(place).\(theirs.name): the \(direction.reader) needs it, and the \(direction.writer) does not know it.")
            }
        }
    }

    private mutating func report(
        mismatch writer: TypeExpression, _ reader: TypeExpression, _ direction: Direction, at place: String
    ) {
        problems.append("\(place): the \(direction.writer) writes \(writer), the \(direction.reader) reads \(reader).")
    }
}

extension TypeExpression {
    /// Whether a message without such a field is invalid: an array or a dictionary that is not there is empty.
    fileprivate var isRequired: Bool {
        switch self {
        case .optional, .array, .dictionary: false
        default: true
        }
    }
}
