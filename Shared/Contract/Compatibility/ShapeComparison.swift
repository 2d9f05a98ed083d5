/// Compares what one side writes with what the other reads, type by type.
struct ShapeComparison {
    /// Who writes.
    enum Direction: Hashable {
        case toProvider
        case toConsumer
    }

    /// The two types that are compared, so that a recursive one is looked at once.
    private struct Pair: Hashable {
        let writer: String
        let reader: String
        let direction: Direction
    }

    private let consumer: ContractDescriptor
    private let provider: ContractDescriptor
    private let consumerTypes: [String: TypeDescriptor]
    private let providerTypes: [String: TypeDescriptor]
    private var seen: Set<Pair> = []
    private var problems: [String] = []

    init(consumer: ContractDescriptor, provider: ContractDescriptor) {
        self.consumer = consumer
        self.provider = provider
        consumerTypes = Dictionary(consumer.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        providerTypes = Dictionary(provider.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is wrong with one board of the consumer's.
    mutating func problems(of board: BoardDescriptor, against other: BoardDescriptor, in interface: String) -> [String] {
        problems = []
        let place: String = "\(interface).\(board.name)"
        if board.many != other.many {
            problems.append("\(place): the consumer expects \(board.many ? "many outputs" : "one output"), the provider gives \(other.many ? "many" : "one").")
        }
        compare(TypeExpression(board.input), TypeExpression(other.input), .toProvider, at: "\(place): Input")
        compare(TypeExpression(board.output), TypeExpression(other.output), .toConsumer, at: "\(place): Output")
        if let command: String = board.command {
            if let taken: String = other.command {
                compare(TypeExpression(command), TypeExpression(taken), .toProvider, at: "\(place): Command")
            } else {
                problems.append("\(place): the provider takes no commands any more.")
            }
        }
        return problems
    }

    /// What is wrong with the refusal; a case that the consumer does not know is not.
    mutating func refusalProblems() -> [String] {
        problems = []
        guard let written: String = provider.refusal, let read: String = consumer.refusal,
            let writer: TypeDescriptor = providerTypes[written], let reader: TypeDescriptor = consumerTypes[read]
        else { return [] }
        for theirs: CaseDescriptor in writer.cases ?? [] {
            guard let ours: CaseDescriptor = reader.cases?.first(where: { $0.number == theirs.number }) else { continue }
            compare(fields: theirs.values, ours.values, .toConsumer, at: "\(consumer.name): Refusal \(reader.name).\(ours.name)")
        }
        return problems
    }

    // MARK: Types

    private mutating func compare(_ writer: TypeExpression, _ reader: TypeExpression, _ direction: Direction, at place: String) {
        switch (writer, reader) {
        case (.optional(let inner), .optional(let other)): compare(inner, other, direction, at: place)
        case (_, .optional(let other)): compare(writer, other, direction, at: place)
        case (.optional, _): problems.append("\(place) may be left out by the \(name(ofWriter: direction)), and the \(name(ofReader: direction)) needs it.")
        case (.array(let inner), .array(let other)): compare(inner, other, direction, at: place)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            compare(key, otherKey, direction, at: "\(place)'s keys")
            compare(value, otherValue, direction, at: "\(place)'s values")
        case (.named(let name), .named(let other)): compare(named: name, other, direction, at: place)
        default: problems.append(mismatch(describe(writer), describe(reader), direction, at: place))
        }
    }

    private mutating func compare(named writer: String, _ reader: String, _ direction: Direction, at place: String) {
        let ours: TypeDescriptor? = (direction == .toProvider ? consumerTypes : providerTypes)[writer]
        let theirs: TypeDescriptor? = (direction == .toProvider ? providerTypes : consumerTypes)[reader]
        guard let ours, let theirs else {
            let isReadable: Bool = ours == nil && theirs == nil && ScalarKind(writer).isReadable(as: ScalarKind(reader))
            if !isReadable { problems.append(mismatch(writer, reader, direction, at: place)) }
            return
        }
        guard seen.insert(Pair(writer: writer, reader: reader, direction: direction)).inserted else { return }
        switch (ours.cases, theirs.cases) {
        case (nil, nil): compare(fields: ours.fields, theirs.fields, direction, at: "\(place) \(ours.name)")
        case (let written?, let read?):
            guard ours.isPlain == theirs.isPlain else {
                problems.append("\(place): the enum \(ours.name) has cases with values on one side only.")
                return
            }
            compare(cases: written, read, isOpen: theirs.open, direction, at: "\(place) \(ours.name)")
        default: problems.append("\(place): \(ours.name) is a struct on one side and an enum on the other.")
        }
    }

    private mutating func compare(
        cases written: [CaseDescriptor], _ read: [CaseDescriptor], isOpen: Bool, _ direction: Direction, at place: String
    ) {
        for ours: CaseDescriptor in written {
            if let theirs: CaseDescriptor = read.first(where: { $0.number == ours.number }) {
                compare(fields: ours.values, theirs.values, direction, at: "\(place).\(ours.name)")
            } else if !isOpen {
                problems.append("\(place): the \(name(ofReader: direction)) does not know the case \(ours.name).")
            }
        }
    }

    private mutating func compare(
        fields written: [FieldDescriptor], _ read: [FieldDescriptor], _ direction: Direction, at place: String
    ) {
        for theirs: FieldDescriptor in read {
            guard let ours: FieldDescriptor = written.first(where: { $0.number == theirs.number }) else {
                if TypeExpression(theirs.type).isRequired {
                    problems.append("\(place).\(theirs.name): the \(name(ofReader: direction)) needs it, and the \(name(ofWriter: direction)) does not know it.")
                }
                continue
            }
            compare(TypeExpression(ours.type), TypeExpression(theirs.type), direction, at: "\(place).\(ours.name)")
        }
    }

    // MARK: Words

    private func mismatch(_ writer: String, _ reader: String, _ direction: Direction, at place: String) -> String {
        "\(place): the \(name(ofWriter: direction)) writes \(writer), the \(name(ofReader: direction)) reads \(reader)."
    }

    private func name(ofWriter direction: Direction) -> String { direction == .toProvider ? "consumer" : "provider" }

    private func name(ofReader direction: Direction) -> String { direction == .toProvider ? "provider" : "consumer" }

    private func describe(_ type: TypeExpression) -> String {
        switch type {
        case .named(let name): name
        case .optional(let inner): "\(describe(inner))?"
        case .array(let inner): "[\(describe(inner))]"
        case .dictionary(let key, let value): "[\(describe(key)): \(describe(value))]"
        }
    }
}

extension TypeExpression {
    /// Whether a message without such a field is invalid.
    fileprivate var isRequired: Bool {
        if case .named = self { return true }
        return false
    }
}

extension TypeDescriptor {
    /// Whether the enum's cases have no values, so that it travels as a number; the case for what is unknown does not count.
    fileprivate var isPlain: Bool {
        (cases ?? []).allSatisfy { $0.values.isEmpty || $0.values.map(\.type) == ["Unrecognized"] }
    }
}
