import ColonnadeContract
import Testing

@testable import InterfaceTool

@Suite("An interface may have screens")
struct ScreenTests {
    private static let board: String = """
        import ColonnadeContract
        import ColonnadeSystemIO
        public protocol DemoInterface: Interface where Refused == NoRefusal {
            func home(_ input: String, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>
        }

        """

    @Test("Its contract holds all that a screen is made of, and its generated file imports it")
    func contract() throws {
        let file: ResolvedFile = try Sources.resolve(Self.board)
        let types: [String] = file.contract.types.map(\.name)
        #expect(Set(["ScreenOutput", "ScreenAction", "Screen", "ScreenField", "Route", "Alert"]).isSubset(of: types))
        #expect(GeneratedFile.text(file).contains("import ColonnadeContract\nimport ColonnadeSystemIO\n"))
    }

    @Test("An interface without screens imports nothing for them, and may call its types as it likes")
    func without() throws {
        let file: ResolvedFile = try Sources.resolve("import ColonnadeContract\npublic struct Route { public let name: String }")
        #expect(file.imports == ["ColonnadeContract"])
        #expect(file.contract.types.map(\.name) == ["Route"])
    }

    @Test("A type of its own that is called like a part of a screen is refused: contracts tell types by their names")
    func taken() {
        let errors: [String] = Sources.errors(Self.board + "public struct ScreenRow { public let name: String }")
        #expect(errors.count == 1)
        #expect(errors.first?.contains("6:15: error: ScreenRow is what the platform calls a part of a screen") == true)
    }
}
