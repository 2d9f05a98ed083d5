import Colonnade
import Testing

@Suite("A limit of what runs for each")
struct ShareLimitTests {
    @Test("whoever has as many as may run is declined, and nobody else; one that has ended makes room, however it ended")
    func counts() async throws {
        struct Broken: Error {}
        let limit: ShareLimit = ShareLimit(2, of: "maps are open")
        try await limit.run(for: "one") {
            await #expect(throws: Broken.self) { try await limit.run(for: "one") { throw Broken() } }
            try await limit.run(for: "one") {
                await #expect(throws: Declined("2 maps are open already; try again once one is done.")) {
                    try await limit.run(for: "one") { _ = Issue.record("a third one ran") }
                }
                try await limit.run(for: "other") {}
            }
            try await limit.run(for: "one") {}
        }
    }
}
