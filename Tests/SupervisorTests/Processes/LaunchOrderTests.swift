import Foundation
import Testing

@Suite("Launch activations")
struct LaunchOrderTests {
    @Test("what a launcher activates comes one after the other")
    func launchOrder() async throws {
        let suite: TriedSuite = try TriedSuite()
        let launch: String = """
            launch:
              - { board: echo.count, input: { count: 4, delay: 300ms } }
              - { board: echo.refuse, input: tooLong }
              - { board: echo.echo, input: { bytes: "" } }
            """
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo }\n\(launch)").status == 0)
        #expect(try await suite.eventually { suite.report.components(separatedBy: "launch: ").count == 4 })
        let order: [String] = suite.report.components(separatedBy: "launch: ").dropFirst().map { String($0.prefix { $0 != ":" }) }
        #expect(order == ["echo.count", "echo.refuse", "echo.echo"], "\(suite.report)")
        await suite.end()
    }
}
