import Foundation

/// Decodes FHIR JSON.
public enum FHIRDecoder {
    /// - Throws: ``FHIRMismatch``, which names the element.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws(FHIRMismatch) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let error as DecodingError {
            throw FHIRMismatch(error)
        } catch {
            throw FHIRMismatch(path: "", reason: "\(error)")
        }
    }
}

/// An element is not what FHIR says it is.
public struct FHIRMismatch: Error, Hashable, Sendable {
    /// The element: `subject.reference`; empty for the whole.
    public let path: String
    public let reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ error: DecodingError) {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found), .dataCorrupted(let found):
            context = found
        @unknown default:
            self.init(path: "", reason: "\(error)")
            return
        }
        let path: String = context.codingPath.reduce(into: "") { path, key in
            if let index: Int = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self.init(path: path, reason: context.debugDescription)
    }

    /// The same mismatch, seen from further out.
    func inside(_ outer: String) -> FHIRMismatch {
        FHIRMismatch(path: path.isEmpty ? outer : "\(outer).\(path)", reason: reason)
    }
}
