import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeTesting
import ColonnadeWorld
import Synchronization
import Testing

@testable import OctopusShell

/// Names where screens show ids.
@Suite("Names of people", .timeLimit(.minutes(2)))
struct PeopleNamesTests {
    private struct Down: Error {}

    /// Says names, and notes what it was asked.
    private final class Records: Sendable {
        let asked: Mailbox<Set<ScreenPerson>> = Mailbox()
        let isDown: Mutex<Bool> = Mutex(false)
        let known: Mutex<[String: String]>

        init(_ known: [String: String]) {
            self.known = Mutex(known)
        }

        func answer(_ people: Set<ScreenPerson>) throws -> [String: String] {
            asked.put(people)
            if isDown.withLock(\.self) { throw Down() }
            let ids: Set<String> = Set(people.map(\.id))
            return known.withLock { $0.filter { ids.contains($0.key) } }
        }
    }

    private let records: Records = Records(["p1": "Ana Keller", "p2": "Ben Keller"])
    private let changes: Mailbox<Bool> = Mailbox()

    private func makeNames() -> PeopleNames {
        PeopleNames(clock: .system, ask: { [records] in try records.answer($0) }, changed: { [changes] in changes.put(true) })
    }

    private static func screen(_ ids: [String]) -> Screen {
        Screen(
            title: "Today",
            elements: [
                ScreenElement(
                    id: "table", name: "Appointments",
                    content: .table(
                        ScreenTable(columns: ["Patient"], rows: ids.map { ScreenTableRow(id: $0, cells: ["\(person: $0)"]) })))
            ])
    }

    @Test("Ids become names once they are there; one without a name stays an id, and is asked for once")
    func come() async throws {
        let names: PeopleNames = makeNames()
        let screen: Screen = Self.screen(["p1", "p2", "p9"])
        names.look(at: screen.people, on: "s")
        #expect(names.isAsking)
        _ = try await changes.nth(1)
        let named: String = screen.naming(names.known(on: "s")).plainText
        #expect(named.contains("Ana Keller") && named.contains("Ben Keller") && named.contains("p9") && !named.contains("p1"))
        #expect(!names.isAsking)
        names.look(at: screen.people, on: "s")
        #expect(!names.isAsking)
        #expect(records.asked.all.count == 1)
        // A page that is loaded anew asks once more for who had none.
        records.known.withLock { $0["p9"] = "Cy New" }
        names.askAgain()
        _ = try await changes.nth(2)
        #expect(screen.naming(names.known(on: "s")).plainText.contains("Cy New"))
        #expect(records.asked.all.last == [ScreenPerson(id: "p9")])
    }

    @Test("Where nobody can say, ids stay, nothing waits, and the names come by themselves afterwards")
    func down() async throws {
        let names: PeopleNames = makeNames()
        let screen: Screen = Self.screen(["p1"])
        records.isDown.withLock { $0 = true }
        names.look(at: screen.people, on: "s")
        _ = try await changes.nth(1)
        #expect(!names.isAsking)
        #expect(screen.naming(names.known(on: "s")) == screen)
        records.isDown.withLock { $0 = false }
        _ = try await changes.nth(2)
        #expect(screen.naming(names.known(on: "s")).plainText.contains("Ana Keller"))
    }

    @Test("Who looks next is asked for anew, and sees none of the names before")
    func looker() async throws {
        let names: PeopleNames = makeNames()
        let screen: Screen = Self.screen(["p1"])
        names.look(at: screen.people, on: "s")
        _ = try await changes.nth(1)
        records.known.withLock { $0 = [:] }
        names.renew()
        #expect(screen.naming(names.known(on: "s")) == screen)
        _ = try await changes.nth(2)
        #expect(screen.naming(names.known(on: "s")) == screen)
        #expect(records.asked.all.count == 2)
    }

    @Test("Many people are asked for in batches that clinical-records answers")
    func batches() async throws {
        let names: PeopleNames = makeNames()
        let ids: [String] = (0..<600).map { "p\($0)" }
        records.known.withLock { $0 = Dictionary(uniqueKeysWithValues: ids.map { ($0, "Name \($0)") }) }
        let screen: Screen = Self.screen(ids)
        names.look(at: screen.people, on: "s")
        _ = try await changes.nth(3)
        #expect(records.asked.all.map(\.count) == [256, 256, 88])
        #expect(screen.naming(names.known(on: "s")).people.isEmpty)
    }

    @Test("A closed screen's people are asked for no more")
    func closed() async throws {
        let names: PeopleNames = makeNames()
        records.isDown.withLock { $0 = true }
        names.look(at: Self.screen(["p1"]).people, on: "s")
        _ = try await changes.nth(1)
        names.look(at: [], on: "s")
        records.isDown.withLock { $0 = false }
        names.look(at: Self.screen(["p2"]).people, on: "t")
        let asked: Set<ScreenPerson> = try await records.asked.first { $0.contains(ScreenPerson(id: "p2")) }
        #expect(asked == [ScreenPerson(id: "p2")])
    }
}
