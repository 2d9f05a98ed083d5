import Colonnade
import ColonnadeTesting
import Testing

@testable import ColonnadeVertical

/// A configuration as the generator writes it: one required field, one optional.
struct PondConfiguration: Configuration, Equatable {
    static let contract: ContractDescriptor = ContractDescriptor(
        name: "PondConfiguration", fingerprint: "",
        types: [
            TypeDescriptor(
                name: "PondConfiguration",
                fields: [
                    FieldDescriptor(name: "fish", number: 1, type: "Int"), FieldDescriptor(name: "name", number: 2, type: "String?"),
                ])
        ])

    let fish: Int
    let name: String?

    init(fish: Int, name: String? = nil) {
        self.fish = fish
        self.name = name
    }

    init(from reader: inout WireReader) throws(WireError) {
        var fish: Int?
        var name: String?
        while let key: WireKey = try reader.nextKey() {
            switch key.field {
            case 1: fish = try reader.readSigned(key)
            case 2: name = try reader.readString(key)
            default: try reader.skip(key)
            }
        }
        guard let fish else { throw .missingField(1) }
        self.init(fish: fish, name: name)
    }

    func encode(into writer: inout WireWriter) {
        writer.writeSigned(Int64(fish), field: 1)
        if let name { writer.writeString(name, field: 2) }
    }
}

@Suite("Typed configuration")
struct ConfigurationTests {
    private let reader: ConfigurationReader<PondConfiguration> = ConfigurationReader(vertical: "pond")

    @Test("JSON becomes the vertical's own type")
    func reads() throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let file: String = try home.write(#"{"fish": 3, "name": "koi"}"#, to: "configuration.json")
        #expect(try reader.read(file: file) == PondConfiguration(fish: 3, name: "koi"))
    }

    @Test(
        "What does not fit is said with the file",
        arguments: [#"{"fish": "three"}"#, #"{"fish": 3, "frogs": 1}"#, #"{"name": "koi"}"#, #"{"fish": 3"#, "[]"])
    func wrong(json: String) throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let file: String = try home.write(json, to: "configuration.json")
        do throws(LaunchError) {
            _ = try reader.read(file: file)
            Issue.record("\(json) went through")
        } catch {
            #expect("\(error)".contains(file))
            #expect("\(error)".hasPrefix("pond: "))
        }
    }

    @Test("A missing file and a missing configuration are said")
    func missing() {
        #expect(throws: LaunchError.self) { try reader.read(file: "/nowhere/configuration.json") }
        #expect(throws: LaunchError.self) { try reader.read(file: nil) }
        #expect(throws: Never.self) { try ConfigurationReader<NoConfiguration>(vertical: "pond").read(file: nil) }
    }
}
