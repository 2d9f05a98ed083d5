/// What an import did.
public struct ImportReportDomainModel: Hashable, Sendable {
    /// The label that the caller gave.
    public let name: String?
    public let bytes: Int
    /// Resources that were not known before, that are different now, and that were known just so.
    public let added: Int
    public let changed: Int
    public let unchanged: Int
    /// Ids of the bundle's Patient resources, in its order, the first ones where there are many.
    public let patients: [String]

    public var entries: Int { added + changed + unchanged }

    public init(name: String?, bytes: Int, added: Int, changed: Int, unchanged: Int, patients: [String]) {
        self.name = name
        self.bytes = bytes
        self.added = added
        self.changed = changed
        self.unchanged = unchanged
        self.patients = patients
    }
}

/// How far an import has come.
public struct ImportProgressDomainModel: Hashable, Sendable {
    public let bytes: Int
    public let entries: Int

    public init(bytes: Int, entries: Int) {
        self.bytes = bytes
        self.entries = entries
    }
}
