/// What an interface may not hold.
public enum LintRule: String, CaseIterable, Sendable, Encodable {
    case defaultImplementation = "default-implementation"
    case method
    case behaviour
    case foreignExtension = "foreign-extension"
    case globalState = "global-state"
    case foreignImport = "import"
    case access
    case documentation
    case fieldType = "field-type"
    case referenceType = "reference-type"
    case closure
    case generic
    case form
    case name

    /// What it asks for.
    public var sentence: String {
        switch self {
        case .defaultImplementation:
            "A board has no default implementation, unless it is an alias of another board (`// interface: alias`) or empty "
                + "(`// interface: empty`)."
        case .method: "A DTO has no method, no subscript and no operator, and a file no function of its own."
        case .behaviour: "An accessor only reads, an initialiser only fills properties in or calls another one."
        case .foreignExtension: "An interface extends the types that it declares, and no other."
        case .globalState: "Nothing is stored outside of values: no global variable, no `static var`."
        case .foreignImport: "An interface imports ColonnadeContract, ColonnadeSystemIO for screens, or Colonnade, and nothing else."
        case .access: "Every declaration is public."
        case .documentation: "Every interface, board, type, field, case and accessor says what it is; initialisers and `unknown` need not."
        case .fieldType: "A field has a type that contracts can carry."
        case .referenceType: "No class and no actor: what is sent is a value."
        case .closure: "No closure: what is to be called is a board or a command."
        case .generic: "No generic DTO and no generic board."
        case .form: "A board, a type and a file have the form that the generator reads."
        case .name: "No name is given twice, or is one that generated code needs."
        }
    }
}
