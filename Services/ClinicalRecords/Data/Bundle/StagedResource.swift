import ClinicalRecordsDomain

/// One resource of a bundle, checked and ready to be kept.
struct StagedResource {
    let number: Int
    let type: String
    let id: String
    let url: String?
    let subjects: [ReferenceTarget]
    let encounter: ReferenceTarget?
    let provider: ReferenceTarget?
    let isEntry: Bool
    let time: Moment?
    let body: [UInt8]

    var key: String { "\(type)/\(id)" }

    /// - Throws: a ``BundleProblem`` that names the entry.
    init(_ entry: BundleEntry, indexing: any ResourceIndexing) throws(BundleProblem) {
        do {
            try self.init(checked: entry, indexing)
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .mismatch(let mismatch):
                let place: String = mismatch.path.isEmpty ? "" : "\(mismatch.path): "
                throw .invalidEntry(entry: entry.index, entry.position, reason: place + mismatch.reason)
            }
        }
    }

    private enum Failure: Error {
        case problem(BundleProblem)
        case mismatch(FHIRMismatch)
    }

    private init(checked entry: BundleEntry, _ indexing: any ResourceIndexing) throws(Failure) {
        let envelope: EntryEnvelope = try Self.reading("") { () throws(FHIRMismatch) in
            try FHIRDecoder.decode(EntryEnvelope.self, from: entry.bytes)
        }
        guard let header: FHIRHeader = envelope.resource, let range: Range<Int> = entry.resource else {
            let request: String = envelope.request.map { ": its request is \($0.method ?? "?") \($0.url ?? "?")" } ?? ""
            throw .mismatch(FHIRMismatch(path: "", reason: "it has no resource\(request); only resources can be imported"))
        }
        guard let type: String = header.resourceType else { throw .problem(.missingResourceType(entry: entry.index, entry.position)) }
        guard FHIRName.isType(type) else { throw Self.mismatch("resource.resourceType", "'\(type.prefix(40))' is no resource type") }
        guard let id: String = header.id ?? envelope.uuid else {
            throw .problem(.missingID(entry: entry.index, resourceType: type, entry.position))
        }
        guard FHIRName.isID(id) else {
            throw Self.mismatch("resource.id", "'\(id.prefix(80))' is no FHIR id: 1 to 64 letters, digits, '-' and '.'")
        }
        let body: [UInt8] = Array(entry.bytes[range])
        let index: ResourceIndex = try Self.reading("resource") { () throws(FHIRMismatch) in
            try indexing.index(type: type, json: body)
        }
        self.number = entry.index
        self.type = type
        self.id = id
        self.url = envelope.fullUrl
        self.subjects = header.subjects.compactMap { $0.reference.flatMap(ReferenceTarget.init) }
        self.encounter = index.encounter.flatMap(ReferenceTarget.init)
        self.provider = index.provider.flatMap(ReferenceTarget.init)
        self.isEntry = index.isEntry
        self.time = index.time
        self.body = body
    }

    private static func mismatch(_ path: String, _ reason: String) -> Failure {
        .mismatch(FHIRMismatch(path: path, reason: reason))
    }

    private static func reading<Value>(_ part: String, _ body: () throws(FHIRMismatch) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .mismatch(part.isEmpty ? error : error.inside(part))
        }
    }
}

/// What an element of a bundle's `entry` is read for.
private struct EntryEnvelope: Decodable {
    let fullUrl: String?
    let resource: FHIRHeader?
    let request: Request?

    /// What names a resource that a server has given no id yet.
    var uuid: String? {
        let scheme: String = "urn:uuid:"
        guard let fullUrl, fullUrl.hasPrefix(scheme) else { return nil }
        return String(fullUrl.dropFirst(scheme.count))
    }

    struct Request: Decodable {
        let method: String?
        let url: String?
    }
}
