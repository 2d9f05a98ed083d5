/// A FHIR `Reference`.
public struct FHIRReference: Decodable, Hashable, Sendable {
    public let reference: String?
    public let display: String?
}

/// Where a reference points to.
enum ReferenceTarget: Hashable {
    /// `urn:uuid:…` or `urn:oid:…`: the `fullUrl` of an entry.
    case urn(String)
    /// `http://server/fhir/Patient/1`: the `fullUrl` of an entry, or else the resource that it names.
    case absolute(String, key: String?)
    /// `Patient/1`.
    case key(String)

    /// Nil for what names no single stored resource: a contained one (`#a`), or a search (`Patient?identifier=…`).
    init?(_ reference: String) {
        if reference.hasPrefix("urn:") {
            self = .urn(reference)
        } else if reference.contains("?") || reference.hasPrefix("#") {
            return nil
        } else if reference.hasPrefix("http://") || reference.hasPrefix("https://") {
            self = .absolute(reference, key: Self.key(in: reference))
        } else if let key: String = Self.key(in: reference) {
            self = .key(key)
        } else {
            return nil
        }
    }

    /// The last `Type/id` of a path, without a version.
    private static func key(in path: String) -> String? {
        var parts: ArraySlice<Substring> = path.split(separator: "/", omittingEmptySubsequences: false)[...]
        if parts.count >= 4, parts[parts.endIndex - 2] == "_history" { parts = parts.dropLast(2) }
        guard parts.count >= 2 else { return nil }
        let type: Substring = parts[parts.endIndex - 2]
        let id: Substring = parts[parts.endIndex - 1]
        guard FHIRName.isType(type), FHIRName.isID(id) else { return nil }
        return "\(type)/\(id)"
    }
}

/// What FHIR allows as the name of a resource's type, and as its id.
enum FHIRName {
    static func isType(_ text: some StringProtocol) -> Bool {
        let letters: some Collection<UInt8> = text.utf8
        return (1...64).contains(letters.count) && letters.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
            && letters.first.map { $0 & 0x20 == 0 } == true
    }

    static func isID(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
}
