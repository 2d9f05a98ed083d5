/// What one byte is to a JSON text.
enum JSONStep {
    /// White space between tokens.
    case space
    /// Anything else that starts and ends nothing.
    case content
    case beginObject
    case endObject
    case beginArray
    case endArray
    /// The quotation mark before and after an object's key.
    case beginKey
    case endKey
    /// The quotation mark before and after a string value.
    case beginString
    case endString
    /// The first byte of a number, `true`, `false` or `null`.
    case beginScalar
}
