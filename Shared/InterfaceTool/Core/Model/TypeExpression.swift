/// A type as an author writes it, before its names are looked up.
indirect enum TypeExpression: Hashable {
    case named(String)
    case optional(TypeExpression)
    case array(TypeExpression)
    case dictionary(TypeExpression, TypeExpression)
    case void
}

/// A type expression, and where it stands.
struct WrittenType {
    let expression: TypeExpression
    let position: SourcePosition
}
