/// What keeps a reader from reading what a writer wrote into one field.
enum Misfit: Hashable, Comparable {
    /// The writer may leave the field out, and the reader needs it.
    case maybeLeftOut
    /// Every value of the reader's type could be written as the writer's, but not the other way round.
    case narrower
    case other
}

/// Which pairs of types the wire makes safe in one field: what is written as the first is read as the second, and means
/// the same. It follows the generated codecs:
/// - integers of one sign share a form (sint64, uint64), and a reader refuses a value that its width can not hold;
/// - `T` and `T?` share a form where T is one field: a scalar, a struct or an enum. An optional array, dictionary or
///   optional travels as a message of its own, and so do those inside an array or as a dictionary's value;
/// - a reader of `[T]` takes single values as well, packed or not;
/// - everything else is another form, or another meaning: `Bool` and `UInt8`, `String` and `[UInt8]`, `Date` and
///   `Duration` would pass as bytes.
struct ValueForm {
    /// The pairs of named types that must fit too.
    private(set) var named: [(writer: String, reader: String)] = []

    /// What is wrong with a field, a case's value, or the one field of a message of its own.
    mutating func misfit(_ writer: TypeExpression, _ reader: TypeExpression) -> Misfit? {
        switch (writer, reader) {
        case (.optional(let inner), .optional(let other)): element(inner, other)
        case (.array(let inner), .array(let other)): element(inner, other)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            [scalar(key, otherKey), element(value, otherValue)].compactMap { $0 }.max()
        case (.optional(let inner), .array(let other)) where !inner.isContainer && !other.isContainer: scalar(inner, other)
        case (_, .array(let other)) where !writer.isContainer && !other.isContainer: scalar(writer, other)
        case (_, .optional(let other)) where !writer.isContainer && !other.isContainer: scalar(writer, other)
        case (.array(let inner), .optional(let other)) where !inner.isContainer && !other.isContainer: narrower(inner, other)
        case (.array(let inner), _) where !inner.isContainer && !reader.isContainer: narrower(inner, reader)
        case (.optional(let inner), _) where !inner.isContainer && !reader.isContainer: maybeLeftOut(inner, reader)
        default: writer.isContainer || reader.isContainer ? .other : scalar(writer, reader)
        }
    }

    /// What stands inside of something: in one field, or in a message of its own.
    private mutating func element(_ writer: TypeExpression, _ reader: TypeExpression) -> Misfit? {
        guard writer.isContainer == reader.isContainer else { return .other }
        return writer.isContainer ? misfit(writer, reader) : scalar(writer, reader)
    }

    private mutating func scalar(_ writer: TypeExpression, _ reader: TypeExpression) -> Misfit? {
        switch (writer, reader) {
        case (.named(let name), .named(let other)):
            named.append((name, other))
            return nil
        case (.signed(let width), .signed(let room)), (.unsigned(let width), .unsigned(let room)):
            return width <= room ? nil : .narrower
        default: return writer == reader ? nil : .other
        }
    }

    private mutating func narrower(_ writer: TypeExpression, _ reader: TypeExpression) -> Misfit? {
        scalar(writer, reader) == .other ? .other : .narrower
    }

    private mutating func maybeLeftOut(_ writer: TypeExpression, _ reader: TypeExpression) -> Misfit? {
        scalar(writer, reader) ?? .maybeLeftOut
    }
}

extension TypeExpression {
    /// Whether a message without such a field is invalid: an array or a dictionary that is not there is empty.
    package var isRequired: Bool { !isContainer }
}
