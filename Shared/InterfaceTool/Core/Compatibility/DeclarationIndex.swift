/// Finds the place in the InOut files where something of a contract is declared.
struct DeclarationIndex {
    struct Place: Hashable {
        let file: String
        let position: SourcePosition
    }

    /// What its comments say of a field or a case.
    struct Note {
        let formerName: String?
        let isNew: Bool
    }

    private let start: Place
    private var boards: [String: (place: Place, formerName: String?)] = [:]
    private var types: [String: (place: Place, formerName: String?)] = [:]
    /// By type and member; a case's values are called `moved.from`.
    private var members: [String: [String: (place: Place, note: Note)]] = [:]

    /// - Parameters:
    ///   - file: the interface's own file.
    ///   - siblings: every file whose types it may use, itself among them.
    init(_ file: DeclaredFile, siblings: [DeclaredFile]) {
        let position: SourcePosition = file.interface?.position ?? file.types.first?.position ?? SourcePosition(line: 1, column: 1)
        start = Place(file: file.path, position: position)
        for board: DeclaredBoard in file.interface?.boards ?? [] {
            boards[board.name] = (Place(file: file.path, position: board.position), board.formerName)
        }
        for other: DeclaredFile in siblings {
            for type: DeclaredType in other.types { add(type, in: other.path) }
        }
    }

    /// The interface's line.
    var interface: Place { start }

    func board(_ name: String?) -> Place { name.flatMap { boards[$0]?.place } ?? start }

    func formerName(ofType name: String) -> String? { types[name]?.formerName }

    /// The member's line, or the type's where it has no such member, or the interface's.
    func member(_ member: String?, of type: String) -> Place {
        member.flatMap { members[type]?[$0]?.place } ?? types[type]?.place ?? start
    }

    /// nil where nothing is known of the declaration: a type of the platform.
    func note(_ member: String, of type: String) -> Note? { members[type]?[member]?.note }

    private mutating func add(_ type: DeclaredType, in file: String) {
        types[type.name] = (Place(file: file, position: type.position), type.formerName)
        switch type.kind {
        case .structure(let fields): add(fields, prefix: "", of: type.name, in: file)
        case .enumeration(let cases, _):
            for item: DeclaredCase in cases {
                let note: Note = Note(formerName: item.formerName, isNew: item.isNew)
                members[type.name, default: [:]][item.name] = (Place(file: file, position: item.position), note)
                add(item.values, prefix: item.name + ".", of: type.name, in: file)
            }
        }
    }

    private mutating func add(_ fields: [DeclaredField], prefix: String, of type: String, in file: String) {
        for field: DeclaredField in fields {
            let note: Note = Note(formerName: field.formerName, isNew: field.isNew)
            members[type, default: [:]][prefix + field.name] = (Place(file: file, position: field.position), note)
        }
    }
}
