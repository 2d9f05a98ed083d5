import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import GalleryIO
import Testing

@Suite("A screen board shows what a view model has, and does what a person does", .timeLimit(.minutes(2)))
struct ScreenBoardTests {
    @Test("First the whole screen comes, then only what changed", arguments: Way.allCases)
    func changes(_ way: Way) async throws {
        try await OpenScreen.with(way) { screen in
            async let completion: Completion = screen.show(start: 6)
            try await screen.shows("\(6) so far")
            try await screen.act("more", .pressed)
            try await screen.shows("\(7) so far")
            try await screen.act("rows", .more(cursor: "next"))
            _ = try await screen.screens.first {
                if case .list(let list)? = $0.element("rows")?.content { list.rows.count == 3 } else { false }
            }
            try await screen.act("person", .submitted(["name": .text("Ana"), "age": .number(7)]))
            _ = try await screen.screens.first { $0.field("name")?.input == .text("Ana", autocomplete: nil) }
            try await screen.act("finish", .pressed)
            #expect(try await completion == .done)
            let outputs: [ScreenOutput] = screen.outputs.all
            #expect(outputs.first == .screen(counterView(CounterState(count: 6, rows: ["a", "b"]))))
            #expect(outputs[1] == .changed([.replaced(.text("count", "\(7) so far"))]))
            #expect(outputs.count == 4)
            #expect(screen.screens.all.last == counterView(CounterState(count: 7, rows: ["a", "b", "next"], name: "Ana")))
        }
    }

    @Test("Routes come as the vertical's own DTO, and alerts are answered once")
    func news() async throws {
        try await OpenScreen.with { screen in
            let routes: Mailbox<CounterRoute> = Mailbox()
            async let completion: Completion = screen.show(routes: routes)
            try await screen.act("rows", .chosen("b"))
            #expect(try await routes.first() == .rowChosen(id: "b"))
            try await screen.act("sure", .chosen("yes"))
            try await screen.act("ask", .pressed)
            try await screen.act("sure", .chosen("yes"))
            try await screen.act("sure", .chosen("yes"))
            try await screen.act("filter", .entered(.text("x")))
            _ = try await screen.told.first { $0 == "filter x" }
            #expect(screen.told.all.filter { $0 == "sure yes" }.count == 1)
            screen.actions.finish()
            #expect(try await completion == .notDone)
            #expect(screen.alerts.map(\.id) == ["sure"])
        }
    }

    @Test("What the model refuses, at first and later, is the board's failure")
    func failures() async throws {
        try await OpenScreen.with { screen in
            await #expect(throws: ScreenFailure(CallFailure<GalleryRefusal>.refused(.negative))) { try await screen.show(start: -1) }
            let again: OpenScreen = OpenScreen(screen.client, screen.told, screen.made)
            try await again.act("fail", .pressed)
            await #expect(throws: ScreenFailure(CallFailure<GalleryRefusal>.refused(.negative))) { try await again.show() }
            _ = try await again.told.first { $0 == "closed" }
        }
    }

    @Test("The model ends with the screen: finished, or left", arguments: [true, false])
    func ends(finishes: Bool) async throws {
        try await OpenScreen.with { screen in
            let showing: Task<Completion, any Error> = Task { try await screen.show() }
            _ = try await screen.told.first { $0 == "running" }
            if finishes { screen.actions.finish() } else { showing.cancel() }
            _ = try await screen.told.first { $0 == "closed" }
            _ = await showing.result
        }
    }

    @Test("A shell that takes nothing gets the newest state when it does, and not the thousands before it")
    func slowShell() async throws {
        try await OpenScreen.with { screen in
            let outputs: OutputSequence<ScreenOutput, GalleryRefusal> = screen.client.counterScreen(CounterInput(), screen.actions)
            let iterator: OutputSequence<ScreenOutput, GalleryRefusal>.AsyncIterator = outputs.makeAsyncIterator()
            guard case .screen(var shown)? = try await iterator.next() else {
                Issue.record("no screen came first")
                return
            }
            let model: CounterViewModel = try await screen.made.first()
            for _: Int in 0..<5_000 {
                model.more()
                await Task.yield()
            }
            model.output.finish()
            var count: Int = 0
            while let output: ScreenOutput = try await iterator.next() {
                count += 1
                guard case .changed(let changes) = output else { continue }
                shown = try shown.applying(changes)
            }
            #expect(shown.element("count")?.content == .text("\(5_000) so far"))
            // As many as the transport has credit for, and a few that were on their way.
            #expect(count < 600)
        }
    }

    @Test("A shell that sends and never reads is not served further")
    func sendsOnly() async throws {
        let (told, made): (Mailbox<String>, Mailbox<CounterViewModel>) = (Mailbox(), Mailbox())
        let actions: Commands<ScreenAction> = Commands(capacity: 1_000)
        let outputs: OutputSequence<ScreenOutput, GalleryRefusal> = Gallery(told: told, made: made)
            .counterScreen(CounterInput(), actions)
        let iterator: OutputSequence<ScreenOutput, GalleryRefusal>.AsyncIterator = outputs.makeAsyncIterator()
        _ = try await iterator.next()
        for _: Int in 0..<500 { try await actions.send(ScreenAction("route", .pressed)) }
        try await actions.send(ScreenAction("more", .pressed))
        var routes: Int = 0
        while routes < 400, let output: ScreenOutput = try await iterator.next() {
            if case .route = output { routes += 1 }
        }
        // The action behind those routes is not taken while more of them wait than may.
        #expect(!told.all.contains("more"))
        while routes < 500, let output: ScreenOutput = try await iterator.next() {
            if case .route = output { routes += 1 }
        }
        _ = try await told.first { $0 == "more" }
    }
}
