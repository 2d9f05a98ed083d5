import ColonnadeContract
import Hummingbird
import NIOCore
import OctopusMarkup
import OctopusShell

/// The changes of one page, for one browser, as they happen (server-sent events, WHATWG HTML 9.2).
///
/// It has no task of its own beside the request's: bells wake it, and most of the time it costs a page that nobody touches.
struct EventStream: Sendable {
    private enum Wake {
        case news, heartbeat
    }

    private let drawing: PageDrawing
    private let writing: Writing
    private let step: UInt64
    private let heart: Heart
    /// Counts the stream, until it is over.
    private let seat: StreamSeat
    private let wakes: (stream: AsyncStream<Wake>, continuation: AsyncStream<Wake>.Continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(1))

    /// - Parameter step: the step that the browser has. A stream that was cut off goes on from there, whatever has happened meanwhile.
    init(drawing: PageDrawing, writing: Writing, step: UInt64, heart: Heart, seat: StreamSeat) {
        self.drawing = drawing
        self.writing = writing
        self.step = step
        self.heart = heart
        self.seat = seat
    }

    /// Says that the browser is gone: ``write(to:)`` ends. Whoever keeps it keeps nothing of the page.
    var end: @Sendable () -> Void { { [continuation = wakes.continuation] in continuation.finish() } }

    /// Writes until the browser is gone, the page is closed, or the browser has to go elsewhere.
    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        defer { withExtendedLifetime(seat) {} }
        let page: OpenPage = drawing.page
        page.watch()
        defer { page.unwatch() }
        // Apart, so that what waits holds nothing of a page that was drawn.
        let turns: EventTurns = EventTurns(drawing: drawing, writing: writing, step: step)
        // A comment does nothing, but tells whether anybody reads.
        try await Self.send(": begin\n\n", to: &writer)
        let listenings: [NewsBell.Listening] = listen(to: page)
        defer { withExtendedLifetime(listenings) {} }
        for await wake: Wake in wakes.stream {
            let (text, isLast): (String, Bool) = turns.text(isHeartbeat: wake == .heartbeat)
            if !text.isEmpty { try await Self.send(text, to: &writer) }
            if isLast { return }
        }
    }

    /// Wakes once at once, once after each change or several, and every now and then, for as long as what this gives is held.
    private func listen(to page: OpenPage) -> [NewsBell.Listening] {
        let continuation: AsyncStream<Wake>.Continuation = wakes.continuation
        let listenings: [NewsBell.Listening] = [
            page.bell.listen { continuation.yield(.news) }, heart.bell().listen { continuation.yield(.heartbeat) },
        ]
        continuation.yield(.news)
        return listenings
    }

    @concurrent private static func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: text))
    }
}
