import ColonnadeContract
import ColonnadeWorld
import Hummingbird
import NIOCore
import OctopusMarkup
import OctopusShell

/// The changes of one page, for one browser, as they happen (server-sent events, WHATWG HTML 9.2).
struct EventStream: Sendable {
    let drawing: PageDrawing
    let writing: Writing
    let clock: WorldClock
    /// Counts the stream, until it is over.
    let seat: StreamSeat

    private let wakes: (stream: AsyncStream<Wake>, continuation: AsyncStream<Wake>.Continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(1))

    init(drawing: PageDrawing, writing: Writing, clock: WorldClock, seat: StreamSeat) {
        self.drawing = drawing
        self.writing = writing
        self.clock = clock
        self.seat = seat
    }

    /// The browser is gone: ``write(to:)`` ends.
    func end() { wakes.continuation.finish() }

    /// Writes until the browser is gone, the page is closed, or the browser has to go elsewhere.
    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        defer { withExtendedLifetime(seat) {} }
        let page: OpenPage = drawing.page
        page.watch()
        defer { page.unwatch() }
        let step: UInt64 = page.view.step
        var file: UInt64 = page.flows.files.newest
        var news: PageNews?
        // A comment does nothing, but tells whether anybody reads.
        try await Self.send(": begin\n\n", to: &writer)
        let listening: Task<Void, Never> = listen(to: page)
        // Not by the end of the wakes: they may have ended before anybody listened.
        defer { listening.cancel() }
        for await wake: Wake in wakes.stream {
            if page.isClosed { return try await Self.send("event: gone\ndata: \n\n", to: &writer) }
            if page.view.step != step || drawing.visitor.needsNewCookie {
                return try await Self.send("event: location\ndata: \(PageDrawing.address(of: page))\n\n", to: &writer)
            }
            if page.flows.files.newest != file {
                file = page.flows.files.newest
                try await Self.send("event: location\ndata: \(PageDrawing.address(of: file, on: page))\n\n", to: &writer)
            }
            if wake == .heartbeat { try await Self.send(": still here\n\n", to: &writer) }
            let now: Page = drawing.draw()
            let changes: [PageChange] = news?.changes(to: now) ?? (page.isDrawn ? [] : whole(now))
            if news == nil { news = PageNews(now, writing: writing) }
            page.noteDrawn()
            if !changes.isEmpty { try await Self.send("event: change\ndata: \(PageChange.json(changes))\n\n", to: &writer) }
        }
    }

    private enum Wake {
        case news, heartbeat
    }

    /// One at once, one after each change or several, and one every now and then, until the task is cancelled.
    private func listen(to page: OpenPage) -> Task<Void, Never> {
        let (continuation, rings): (AsyncStream<Wake>.Continuation, AsyncStream<Void>) = (wakes.continuation, page.bell.listen())
        continuation.yield(.news)
        return Task { [clock] in
            await withDiscardingTaskGroup { group in
                group.addTask { for await _ in rings { continuation.yield(.news) } }
                group.addTask {
                    while (try? await clock.sleep(DoorLimits.heartbeat)) != nil { continuation.yield(.heartbeat) }
                }
            }
        }
    }

    private func whole(_ page: Page) -> [PageChange] {
        [
            .replace(id: Markup.tilesID, html: Markup.tiles(of: page, writing: writing)),
            .replace(id: Markup.modalID, html: Markup.modal(of: page, writing: writing)),
            .replace(id: Markup.alertsID, html: Markup.alerts(of: page, writing: writing)),
        ]
    }

    @concurrent private static func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: text))
    }
}
