public import ColonnadeContract
private import FoundationEssentials

/// What a daemon says of itself without being started: what `--describe` prints, as JSON.
public struct VerticalDescription: Codable, Hashable, Sendable {
    /// The vertical's name: `clinical-records`.
    public let name: String
    /// The version of the executable.
    public let version: String
    /// The interfaces that it offers.
    public let interfaces: [ContractDescriptor]
    /// The interfaces that it uses, by name: `Maps`. Each is an edge.
    public let uses: [String]
    /// Those of them that a suite may do without; nil for none.
    public let optionalUses: [String]?
    /// What it expects of them: the contracts that it was built with, of the boards that it calls.
    public let expects: [ContractDescriptor]
    /// The shape of its configuration; nil where it takes none.
    public let configuration: ContractDescriptor?
    /// The paths of its deep links.
    public let deepLinks: [String]
    /// Its feature switches, by name.
    public let switches: [String]
    /// What it needs of the machine, by name.
    public let resources: [String: String]
    /// How its place is taken by a newer process; nil for ``Handover/shared``.
    public let handover: Handover?
    /// Whether several processes of it may serve at the same time; nil for ``Concurrency/exclusive``.
    public let concurrency: Concurrency?
    /// How much of the network it needs; nil for ``NetworkReach/none``.
    public let network: NetworkReach?

    /// A description from its parts.
    public init(
        name: String, version: String, interfaces: [ContractDescriptor], uses: [String] = [],
        optionalUses: [String]? = nil, expects: [ContractDescriptor] = [], configuration: ContractDescriptor? = nil,
        deepLinks: [String] = [], switches: [String] = [],
        resources: [String: String] = [:], handover: Handover? = nil, concurrency: Concurrency? = nil,
        network: NetworkReach? = nil
    ) {
        self.name = name
        self.version = version
        self.interfaces = interfaces
        self.uses = uses
        self.optionalUses = optionalUses
        self.expects = expects
        self.configuration = configuration
        self.deepLinks = deepLinks
        self.switches = switches
        self.resources = resources
        self.handover = handover
        self.concurrency = concurrency
        self.network = network
    }

    /// Reads what `--describe` printed. Keys that a newer daemon adds are skipped.
    /// - Throws: a `DecodingError` that names the key.
    public init(json: [UInt8]) throws {
        self = try JSONDecoder().decode(VerticalDescription.self, from: Data(json))
    }

    /// The description as JSON with sorted keys, and a newline at its end.
    public func json() throws -> [UInt8] {
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}
