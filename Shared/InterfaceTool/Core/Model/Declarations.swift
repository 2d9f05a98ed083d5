/// What one InOut file declares, as written.
struct DeclaredFile {
    let path: String
    /// `Maps` for `MapsInOut.swift`.
    let name: String
    /// Whether the file imports ColonnadeContract; within that module it does not.
    let importsContract: Bool
    var interface: DeclaredInterface?
    /// Nested types stand behind the type that encloses them.
    var types: [DeclaredType] = []
    /// Conformances that extensions declare, by type.
    var conformances: [String: Set<String>] = [:]
}

struct DeclaredInterface {
    let name: String
    let position: SourcePosition
    let documentation: String
    let refusal: WrittenType?
    var boards: [DeclaredBoard]
}

struct DeclaredBoard {
    let name: String
    let position: SourcePosition
    let documentation: String
    let formerName: String?
    /// ``TypeExpression/void`` for a board without parameters.
    let input: WrittenType
    let hasInput: Bool
    let output: WrittenType
    let many: Bool
    let command: WrittenType?
}

struct DeclaredType {
    enum Kind {
        case structure([DeclaredField])
        case enumeration([DeclaredCase], isOpen: Bool)
    }

    /// `Place.Kind` for a nested type.
    let name: String
    let position: SourcePosition
    let documentation: String
    /// The whole former name, the enclosing types' included.
    let formerName: String?
    let conformances: Set<String>
    let kind: Kind

    var word: String {
        switch kind {
        case .structure: "a struct"
        case .enumeration: "an enum"
        }
    }

    /// An enum without cases holds other types and is none itself.
    var isNamespace: Bool {
        if case .enumeration(let cases, let isOpen) = kind { return cases.isEmpty && !isOpen }
        return false
    }
}

/// A stored property, or a value of an enum's case.
struct DeclaredField {
    let name: String
    let position: SourcePosition
    let documentation: String
    let formerName: String?
    /// Whether a comment says that it is no other one renamed.
    let isNew: Bool
    let type: WrittenType
}

struct DeclaredCase {
    let name: String
    let position: SourcePosition
    let documentation: String
    let formerName: String?
    /// Whether a comment says that it is no other one renamed.
    let isNew: Bool
    let values: [DeclaredField]
}
