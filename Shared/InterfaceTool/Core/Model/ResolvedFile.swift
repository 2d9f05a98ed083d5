import ColonnadeContract

/// An InOut file with every name looked up and every number given: all that is needed to write the generated files.
struct ResolvedFile {
    let path: String
    let name: String
    /// The modules that the generated file imports.
    let imports: [String]
    let contract: ContractDescriptor
    let interface: ResolvedInterface?
    /// The file's own types, by name.
    let types: [ResolvedType]
    /// The struct that is a vertical's configuration.
    let configuration: String?
}

struct ResolvedInterface {
    /// `MapsInterface`.
    let name: String
    let refusal: String
    let boards: [ResolvedBoard]
}

struct ResolvedBoard {
    let descriptor: BoardDescriptor
    let input: FieldType
    let hasInput: Bool
    let output: FieldType
    let command: FieldType?

    var name: String { descriptor.name }
}

struct ResolvedType {
    enum Kind {
        case structure([ResolvedField])
        /// An enum that travels as a number.
        case choice([ResolvedCase], isOpen: Bool)
        /// An enum that travels as a message, one field a case.
        case alternatives([ResolvedCase], isOpen: Bool)
    }

    let name: String
    let kind: Kind
}

struct ResolvedField {
    let name: String
    let number: UInt32
    let type: FieldType
}

struct ResolvedCase {
    let name: String
    let number: UInt32
    let values: [ResolvedField]
}
