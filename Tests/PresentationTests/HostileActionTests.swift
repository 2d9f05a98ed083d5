import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import GalleryIO
import Testing

@Suite("Nothing reaches a view model that its screen does not offer", .timeLimit(.minutes(2)))
struct HostileActionTests {
    /// Actions that the counter's screen does not offer, and whether that is said: what is only gone needs no word.
    static let actions: [(action: ScreenAction, isTold: Bool)] = [
        (ScreenAction("nothing", .pressed), false),
        (ScreenAction("", .submitted([:])), false),
        (ScreenAction("rows", .chosen("z")), false),
        (ScreenAction("rows", .more(cursor: "elsewhere")), false),
        (ScreenAction("person", .submitted(["other": .text("x")])), false),
        (ScreenAction("photo", .upload(.chunk([1]))), false),
        (ScreenAction("photo", .upload(.ended)), false),
        (ScreenAction("more", .chosen("a")), true),
        (ScreenAction("rows", .pressed), true),
        (ScreenAction("name", .pressed), true),
        (ScreenAction("count", .located(latitude: 0, longitude: 0)), true),
        (ScreenAction("more", .entered(.text("x"))), true),
        (ScreenAction("name", .entered(.text("not live"))), true),
        (ScreenAction("filter", .entered(.toggle(true))), true),
        (ScreenAction("filter", .entered(.text(String(repeating: "x", count: 200_000)))), true),
        (ScreenAction("person", .submitted(["name": .number(1)])), true),
        (ScreenAction("person", .submitted(["age": .number(.nan)])), true),
        (ScreenAction("person", .submitted(["age": .number(151)])), true),
        (ScreenAction("person", .submitted(["photo": .text("no file")])), true),
        (ScreenAction("name", .upload(.began(name: "a", mediaType: "image/png", size: nil))), true),
        (ScreenAction("photo", .upload(.began(name: "a", mediaType: "image/png", size: 101))), true),
        (ScreenAction("photo", .upload(.began(name: "a", mediaType: "image/png", size: -1))), true),
        (ScreenAction("photo", .upload(.began(name: String(repeating: "a", count: 256), mediaType: "", size: 1))), true),
    ]

    @Test(arguments: HostileActionTests.actions.indices) func refused(index: Int) async throws {
        let (action, isTold): (ScreenAction, Bool) = Self.actions[index]
        try await OpenScreen.with { screen in
            async let completion: Completion = screen.show()
            try await screen.actions.send(action)
            try await screen.act("finish", .pressed)
            #expect(try await completion == .done)
            #expect(screen.alerts.count == (isTold ? 1 : 0))
            #expect(Set(screen.told.all).isSubset(of: ["running", "closed"]))
            #expect(screen.screens.all.count == 1, "nothing changed")
        }
    }

    @Test("A file that grows beyond its field's size is given up")
    func growingFile() async throws {
        try await OpenScreen.with { screen in
            async let completion: Completion = screen.show()
            try await screen.act("photo", .upload(.began(name: "a.png", mediaType: "image/png", size: nil)))
            try await screen.act("photo", .upload(.chunk([UInt8](repeating: 1, count: 60))))
            try await screen.act("photo", .upload(.chunk([UInt8](repeating: 1, count: 60))))
            _ = try await screen.told.first { $0 == "abandoned" }
            try await screen.act("photo", .upload(.ended))
            try await screen.act("photo", .upload(.began(name: "b.png", mediaType: "image/png", size: 3)))
            try await screen.act("photo", .upload(.chunk([1, 2, 3])))
            try await screen.act("photo", .upload(.ended))
            _ = try await screen.told.first { $0 == "uploaded" }
            try await screen.shows("\(3) bytes", as: "uploaded")
            try await screen.act("finish", .pressed)
            #expect(try await completion == .done)
            #expect(screen.alerts.count == 1)
        }
    }

    @Test("A screen that is too large ends with a sentence for its author")
    func tooLarge() async throws {
        try await OpenScreen.with { screen in
            async let completion: Completion = screen.show()
            let model: CounterViewModel = try await screen.made.first()
            model.output.update { $0.padding = String(repeating: "x", count: 300_000) }
            do {
                _ = try await completion
                Issue.record("it was shown")
            } catch let failure as ScreenFailure {
                #expect(failure.detail.contains("262144 is the most; show less of it, and give its lists a cursor."))
            }
        }
    }

    @Test("A second press of a button that is off by then is not handed on")
    func doubleClick() async throws {
        try await OpenScreen.with { screen in
            async let completion: Completion = screen.show(start: 999_999)
            try await screen.act("more", .pressed)
            try await screen.act("more", .pressed)
            try await screen.act("finish", .pressed)
            #expect(try await completion == .done)
            #expect(screen.told.all.filter { $0 == "more" }.count == 1)
            #expect(screen.alerts.isEmpty)
        }
    }
}
