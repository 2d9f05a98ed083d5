import Colonnade
import Testing

@Suite("A limit of what runs")
struct RunLimitTests {
    @Test("lets so many run and no more, and whoever comes after one has ended, however it ended")
    func counts() async throws {
        struct Broken: Error {}
        let limit: RunLimit = RunLimit(2, of: "pages are being made")
        try await limit.run {
            await #expect(throws: Broken.self) { try await limit.run { throw Broken() } }
            let inner: Int = try await limit.run {
                do {
                    try await limit.run { _ = Issue.record("a third one ran") }
                } catch let declined as Declined {
                    #expect(declined.retryAfter > .zero)
                    #expect(declined.message == "2 pages are being made already; try again once one is done.")
                }
                return 7
            }
            #expect(inner == 7)
            try await limit.run {}
        }
    }
}
