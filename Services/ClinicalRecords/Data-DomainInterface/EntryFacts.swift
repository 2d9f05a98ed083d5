import ClinicalRecordsData
import ClinicalRecordsDomain
import Foundation

/// What a FHIR resource says, read element by element. All of it is bounded: one resource may have many megabytes.
struct EntryFacts {
    /// Elements that are told; characters of one value; texts, and characters of one.
    private static let (mostFacts, factLength, mostTexts, textLength): (Int, Int, Int, Int) = (150, 300, 3, 8_000)
    /// Said elsewhere, or about the record and not about the patient; `text` is the same once more as HTML.
    private static let leftOut: Set<String> = ["resourceType", "id", "meta", "text", "subject", "patient", "contained"]

    private(set) var facts: [RecordFactDomainModel] = []
    private(set) var texts: [String] = []
    /// As they stand in the resource.
    private(set) var references: [String] = []

    init(_ tree: FHIRTree) {
        guard case .object(let elements) = tree else { return }
        for (name, value): (String, FHIRTree) in elements.sorted(by: { $0.key < $1.key }) where !Self.leftOut.contains(name) {
            read(value, at: name)
        }
    }

    private mutating func read(_ tree: FHIRTree, at path: String) {
        switch tree {
        case .object(let elements): read(elements, at: path)
        case .list(let list):
            for (index, value): (Int, FHIRTree) in list.enumerated() { read(value, at: list.count == 1 ? path : "\(path)[\(index)]") }
        case .text(let text): add(text, at: path)
        case .number(let number): add(number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)", at: path)
        case .flag(let flag): add(flag ? "yes" : "no", at: path)
        case .null: break
        }
    }

    private mutating func read(_ elements: [String: FHIRTree], at path: String) {
        if case .text(let reference)? = elements["reference"], references.count < EntryRepository.mostReferences {
            references.append(reference)
        }
        let attached: String? = Self.attachment(elements)
        if let attached, texts.count < Self.mostTexts { texts.append(Self.cut(attached, to: Self.textLength)) }
        for (name, value): (String, FHIRTree) in elements.sorted(by: { $0.key < $1.key }) where attached == nil || name != "data" {
            read(value, at: "\(path).\(name)")
        }
    }

    private mutating func add(_ value: String, at path: String) {
        guard facts.count < Self.mostFacts else { return }
        facts.append(RecordFactDomainModel(path: Self.cut(path, to: Self.factLength), value: Self.cut(value, to: Self.factLength)))
    }

    /// The text of a FHIR `Attachment` that has one inside it.
    private static func attachment(_ elements: [String: FHIRTree]) -> String? {
        guard case .text(let type)? = elements["contentType"], type.lowercased().hasPrefix("text/plain"),
            case .text(let base64)? = elements["data"], let data: Data = Data(base64Encoded: base64)
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private static func cut(_ text: String, to length: Int) -> String {
        // By scalars: one character may be as long as the text.
        let scalars: Substring.UnicodeScalarView = text.unicodeScalars.prefix(length)
        return scalars.endIndex == text.endIndex ? text : String(String.UnicodeScalarView(scalars)) + "…"
    }
}
