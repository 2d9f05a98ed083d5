/// JSON to wire bytes and back by a contract, with no vertical linked in.
///
/// Names are as in Swift. Dates are RFC 3339, durations `"1.5s"` or a number of seconds, bytes base64 (or `"@path"` where
/// the caller reads files), enum cases `"case"` or `{"case": {…}}`; a case with one unlabelled value is `{"case": value}`.
public enum ContractJSON {
    /// Reads the file that a string `"@path"` names.
    public typealias FileReader = (_ path: String) throws -> [UInt8]

    /// The wire form of a value at top level: an Input, a Command, a configuration.
    /// - Parameters:
    ///   - type: the type as in Swift: `PlaceSearch`, `[String]`, `Void`.
    ///   - readFile: reads what `"@path"` names; nil where files may not be read.
    /// - Throws: the first thing that does not fit, with its place.
    public static func encode(
        _ json: JSONValue, type: String, in contract: ContractDescriptor, readFile: FileReader? = nil
    ) throws(JSONMappingError) -> [UInt8] {
        var encoder: JSONWireEncoder = JSONWireEncoder(contract, readFile: readFile)
        let bytes: [UInt8] = encoder.encodeTop(json, type: type)
        if let error: JSONMappingError = encoder.errors.first { throw error }
        return bytes
    }

    /// Everything that does not fit, in the order in which the contract has its fields; empty where all does.
    public static func check(_ json: JSONValue, type: String, in contract: ContractDescriptor) -> [JSONMappingError] {
        var encoder: JSONWireEncoder = JSONWireEncoder(contract, readFile: nil)
        _ = encoder.encodeTop(json, type: type)
        return encoder.errors
    }

    /// The JSON form of a value at top level. Unknown fields are left out; no bytes can trap.
    /// - Throws: where the bytes do not fit the contract.
    public static func decode(
        _ bytes: [UInt8], type: String, in contract: ContractDescriptor
    ) throws(JSONMappingError) -> JSONValue {
        try decode(bytes, type: type, by: JSONWireDecoder(contract, opensEnums: false))
    }

    /// The JSON form of a refusal; a case that the contract does not know becomes
    /// `{"unknown": {"number": …, "bytes": …}}`.
    /// - Throws: where the bytes do not fit the contract.
    public static func decodeRefusal(
        _ bytes: [UInt8], in contract: ContractDescriptor
    ) throws(JSONMappingError) -> JSONValue {
        guard let refusal: String = contract.refusal else { return .object([:]) }
        return try decode(bytes, type: refusal, by: JSONWireDecoder(contract, opensEnums: true))
    }

    private static func decode(
        _ bytes: [UInt8], type: String, by decoder: JSONWireDecoder
    ) throws(JSONMappingError) -> JSONValue {
        guard let expression: TypeExpression = TypeExpression(parsing: type) else {
            throw JSONMappingError(path: JSONPath(), message: "the contract names a type that is none: \(type)")
        }
        do {
            return try decoder.decodeTop(bytes, type: expression)
        } catch let error as JSONMappingError {
            throw error
        } catch {
            throw JSONMappingError(path: JSONPath(), message: "the bytes are no \(type): \(error)")
        }
    }
}
