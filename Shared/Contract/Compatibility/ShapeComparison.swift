/// Compares what one side writes with what the other reads, type by type, without recursion: a peer's contract may nest
/// types as deep as it likes.
struct ShapeComparison {
    private typealias Role = Incompatibility.Role
    private typealias Site = Incompatibility.Site

    /// The two types that are compared, so that a recursive one is looked at once.
    private struct Pair: Hashable {
        let writer: String
        let reader: String
        let flow: Flow
    }

    /// Where a value stands: the way to it, and the field that holds it.
    private struct Place {
        let path: FieldPath
        let writer: Site?
        let reader: Site?
        /// Whether it is a whole Input, Output or Command.
        var isWhole: Bool { writer == nil && reader == nil }
    }

    /// Findings about one board beyond which no more are looked for: nobody reads as many.
    private static let mostFindings: Int = 1000

    private let interface: String
    private let consumerTypes: ContractTypes
    private let providerTypes: ContractTypes
    private let refusals: (consumer: TypeDescriptor?, provider: TypeDescriptor?)
    private let rules: RuleChoice
    private var seen: Set<Pair> = []
    private var waiting: [(writer: TypeDescriptor, reader: TypeDescriptor, flow: Flow, place: Place)] = []
    private var board: String?
    private var found: [Incompatibility] = []
    /// How many more types, fields and cases are looked at: some milliseconds' work, and a hundred times what the clinic's largest
    /// interface has. A peer's contract can have each of its types stand against each of ours.
    private var looksLeft: Int = 40_000

    /// Whether the comparison was given up.
    var isExhausted: Bool { looksLeft < 0 }

    init(consumer: ContractDescriptor, provider: ContractDescriptor, age: ContractAge) {
        interface = consumer.name
        consumerTypes = ContractTypes(consumer)
        providerTypes = ContractTypes(provider)
        refusals = (
            consumer.refusal.flatMap { [consumerTypes] in consumerTypes.descriptor($0, in: nil) },
            provider.refusal.flatMap { [providerTypes] in providerTypes.descriptor($0, in: nil) }
        )
        rules = RuleChoice(age: age)
    }

    /// What is wrong with one board of the consumer's.
    mutating func incompatibilities(of board: BoardDescriptor, against other: BoardDescriptor?) -> [Incompatibility] {
        found = []
        self.board = board.name
        guard let other else {
            report(.boardMissing)
            return found
        }
        if board.many != other.many { report(.outputs(many: board.many ? .consumer : .provider)) }
        if board.idempotent, !other.idempotent { report(.notIdempotent) }
        compare(whole: board.input, other.input, .input)
        compare(whole: other.output, board.output, .output)
        if let command: String = board.command {
            if let taken: String = other.command { compare(whole: command, taken, .command) } else { report(.noCommands) }
        }
        compareWaiting()
        return found
    }

    /// What is wrong with the refusal.
    mutating func refusalIncompatibilities() -> [Incompatibility] {
        found = []
        board = nil
        guard let written: TypeDescriptor = refusals.provider, let read: TypeDescriptor = refusals.consumer else { return [] }
        waiting.append((written, read, .refusal, Place(path: FieldPath(Flow.refusal.rawValue), writer: nil, reader: nil)))
        compareWaiting()
        return found
    }

    // MARK: Types

    private mutating func compare(whole writer: String, _ reader: String, _ flow: Flow) {
        let place: Place = Place(path: FieldPath(flow.rawValue), writer: nil, reader: nil)
        if let written: TypeDescriptor = types(flow.writer).enumeration(writer),
            let read: TypeDescriptor = types(flow.reader).enumeration(reader)
        {
            return enqueue(written, read, flow, place)
        }
        switch (WholeValue(writer, types(flow.writer)), WholeValue(reader, types(flow.reader))) {
        case (_, .nothing): break
        case (.message(let written), .message(let read)): enqueue(written, read, flow, place)
        case (.nothing, .message(let read)) where !read.isEnum: compare(fields: [], read.fields, (read, read), flow, place.path)
        case (.value(let written), .value(let read)): compare(written, read, (nil, nil), flow, place)
        case (.nothing, .value(let read)) where !read.isRequired: break
        default: report(.types(writer: flow.writer, written: writer, read: reader), .other, flow, place)
        }
    }

    private mutating func compare(
        _ writer: TypeExpression, _ reader: TypeExpression, _ scopes: (writer: String?, reader: String?), _ flow: Flow, _ place: Place
    ) {
        var form: ValueForm = ValueForm()
        switch form.misfit(writer, reader) {
        case .maybeLeftOut: report(.maybeLeftOut(by: flow.writer), .maybeLeftOut, flow, place)
        case let misfit?:
            report(.types(writer: flow.writer, written: "\(writer)", read: "\(reader)"), misfit, flow, place)
        case nil: break
        }
        for (name, other): (String, String) in form.named {
            let written: TypeDescriptor? = types(flow.writer).descriptor(name, in: scopes.writer)
            let read: TypeDescriptor? = types(flow.reader).descriptor(other, in: scopes.reader)
            if let written, let read {
                enqueue(written, read, flow, Place(path: place.path.into(writer), writer: place.writer, reader: place.reader))
            } else if name != other {
                report(.types(writer: flow.writer, written: name, read: other), .other, flow, place)
            }
        }
    }

    private mutating func enqueue(_ writer: TypeDescriptor, _ reader: TypeDescriptor, _ flow: Flow, _ place: Place) {
        guard seen.insert(Pair(writer: writer.name, reader: reader.name, flow: flow)).inserted else { return }
        waiting.append((writer, reader, flow, place))
    }

    private mutating func compareWaiting() {
        var next: Int = 0
        while next < waiting.count, !isExhausted, found.count < Self.mostFindings {
            let (writer, reader, flow, place): (TypeDescriptor, TypeDescriptor, Flow, Place) = waiting[next]
            next += 1
            compare(writer, reader, flow, place)
        }
        waiting.removeAll()
    }

    private mutating func compare(_ writer: TypeDescriptor, _ reader: TypeDescriptor, _ flow: Flow, _ place: Place) {
        looksLeft -= 1 + writer.members + reader.members
        let sites: (Site, Site) = (Site(type: writer.name, member: nil), Site(type: reader.name, member: nil))
        guard writer.isEnum == reader.isEnum else {
            let (written, read): (String, String) = (writer.kindAndName, reader.kindAndName)
            return report(.types(writer: flow.writer, written: written, read: read), .other, flow, place)
        }
        guard writer.isEnum else { return compare(fields: writer.fields, reader.fields, (writer, reader), flow, place.path) }
        let isPlain: Bool = types(flow.writer).isPlainEnum(writer)
        guard isPlain == types(flow.reader).isPlainEnum(reader) else {
            return report(.enumForm(writer: flow.writer, hasValues: !isPlain), nil, flow, place.path, sites)
        }
        compare(cases: writer, reader, flow, place.path)
    }

    private mutating func compare(cases writer: TypeDescriptor, _ reader: TypeDescriptor, _ flow: Flow, _ path: FieldPath) {
        let known: [UInt32: CaseDescriptor] = Dictionary(reader.knownCases.map { ($0.number, $0) }) { first, _ in first }
        for ours: CaseDescriptor in writer.knownCases {
            if let theirs: CaseDescriptor = known[ours.number] {
                compare(
                    fields: ours.values, theirs.values, (writer, reader), prefixes: (ours.name + ".", theirs.name + "."), flow,
                    path.field(ours.name))
            } else if !flow.takesUnknownCases(open: reader.open) {
                report(
                    .unknownCase(writer: flow.writer, name: ours.name), rules.unknownCase(flow), flow, path,
                    (Site(type: writer.name, member: ours.name), Site(type: reader.name, member: nil)))
            }
        }
    }

    private mutating func compare(
        fields written: [FieldDescriptor], _ read: [FieldDescriptor], _ owners: (writer: TypeDescriptor, reader: TypeDescriptor),
        prefixes: (writer: String, reader: String) = ("", ""), _ flow: Flow, _ path: FieldPath
    ) {
        let known: [UInt32: FieldDescriptor] = Dictionary(written.map { ($0.number, $0) }) { first, _ in first }
        for theirs: FieldDescriptor in read {
            // What is no type of a contract is compared by its text.
            let type: TypeExpression = TypeExpression(parsing: theirs.type) ?? .named(theirs.type)
            let reader: Site = Site(type: owners.reader.name, member: prefixes.reader + theirs.name)
            if let ours: FieldDescriptor = known[theirs.number] {
                let writer: Site = Site(type: owners.writer.name, member: prefixes.writer + ours.name)
                compare(
                    TypeExpression(parsing: ours.type) ?? .named(ours.type), type, (owners.writer.name, owners.reader.name), flow,
                    Place(path: path.field(ours.name), writer: writer, reader: reader))
            } else if type.isRequired {
                report(
                    .needed(by: flow.reader), rules.missing(flow), flow, path.field(theirs.name),
                    (Site(type: owners.writer.name, member: nil), reader))
            }
        }
    }

    private func types(_ role: Role) -> ContractTypes { role == .consumer ? consumerTypes : providerTypes }

    // MARK: Reports

    private mutating func report(_ fact: Incompatibility.Fact) {
        report(fact, nil, .input, FieldPath(""), (nil, nil))
    }

    private mutating func report(_ fact: Incompatibility.Fact, _ misfit: Misfit, _ flow: Flow, _ place: Place) {
        report(fact, rules.misfit(misfit, flow, whole: place.isWhole), flow, place.path, (place.writer, place.reader))
    }

    private mutating func report(
        _ fact: Incompatibility.Fact, _ rule: CompatibilityRule?, _ flow: Flow, _ path: FieldPath, _ sites: (writer: Site?, reader: Site?)
    ) {
        guard let rule: CompatibilityRule = rule ?? rules.of(fact) else { return }
        let isFromConsumer: Bool = flow.writer == .consumer
        found.append(
            Incompatibility(
                rule: rule, interface: interface, board: board, path: path.text,
                consumerSite: isFromConsumer ? sites.writer : sites.reader,
                providerSite: isFromConsumer ? sites.reader : sites.writer, fact: fact))
    }
}

extension TypeDescriptor {
    /// Fields and cases, the cases' values included.
    fileprivate var members: Int { fields.count + (cases ?? []).reduce(0) { $0 + 1 + $1.values.count } }
}
