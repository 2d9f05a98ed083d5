import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation

extension ImportProblem {
    /// Why, and what to do.
    var text: ScreenText {
        switch self {
        case .bundle(let problem): problem.text
        case .silence: "Nothing came for too long. Try again, over a better line."
        case .stopped: "It was stopped before all of it had come."
        }
    }
}

extension BundleProblem {
    /// Bytes of what is quoted out of a bundle.
    private static let quotedBytes: Int = 600

    /// Why the bundle is refused, and what to do.
    var text: ScreenText {
        switch self {
        case .notJSON(_, let reason): "This is no JSON: \(quoted(reason))"
        case .truncated(_, let reason): "The file ends before the bundle does: \(quoted(reason))"
        case .notABundle(_, let reason): "This is no FHIR bundle: \(quoted(reason))"
        case .unsupportedType(let type): "A bundle of type \(quoted(type)) is not imported; make one of type transaction or collection."
        case .missingResourceType: "A resource does not say of which type it is."
        case .missingID(_, let type, _): "A resource of type \(quoted(type)) has no id."
        case .invalidEntry(_, _, let reason): "A resource is not as FHIR says: \(quoted(reason))"
        case .duplicateResource(let resource, _, let earlier): "\(quoted(resource)) is in the bundle twice; first in entry \(earlier)."
        case .unresolvableReference(_, let reference): "Nothing is known that \(quoted(reference)) refers to."
        case .nestedTooDeeply(let limit, _): "Elements lie more than \(limit) deep in one another."
        case .entryTooLarge(_, let limit): "One entry has more than \(limit) bytes."
        case .tooLarge(let limit): "The file has more than \(limit) bytes."
        case .interrupted(let received): "It was cut off after \(received) bytes."
        case .tooManyImports(let limit): "\(limit) imports are running. Try again when one has ended."
        }
    }

    /// Where in the bundle it is wrong; empty where that can not be said.
    var place: [ScreenKeyValue] {
        var values: [ScreenKeyValue] = []
        if let entry { values.append(ScreenKeyValue("Entry, from 0", "\(entry)")) }
        if let resource { values.append(ScreenKeyValue("Resource", "\(quoted(resource))")) }
        if let position {
            values += [
                ScreenKeyValue("Line", "\(position.line)"), ScreenKeyValue("Column", "\(position.column)"),
                ScreenKeyValue("Byte, from 0", "\(position.offset)"),
            ]
        }
        return values
    }

    private var position: TextPosition? {
        switch self {
        case .notJSON(let at, _), .truncated(let at, _), .notABundle(let at, _), .missingResourceType(_, let at), .missingID(_, _, let at),
            .invalidEntry(_, let at, _), .nestedTooDeeply(_, let at):
            at
        default: nil
        }
    }

    private var entry: Int? {
        switch self {
        case .missingResourceType(let entry, _), .missingID(let entry, _, _), .invalidEntry(let entry, _, _),
            .duplicateResource(_, let entry, _), .unresolvableReference(let entry, _), .entryTooLarge(let entry, _):
            entry
        default: nil
        }
    }

    private var resource: String? {
        switch self {
        case .missingID(_, let type, _): type
        case .duplicateResource(let resource, _, _): resource
        default: nil
        }
    }

    private func quoted(_ text: String) -> String { text.bounded(to: Self.quotedBytes) }
}
