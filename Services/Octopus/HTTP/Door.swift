public import AuthenticationIO
public import ColonnadeContract
import ColonnadePresentation
public import ColonnadeSystemIO
public import ColonnadeWorld
import HTTPTypes
import Hummingbird
import NIOCore
import OctopusMarkup
public import OctopusShell

/// What the door needs of the suite behind it.
public struct DoorSuite: Sendable {
    /// Makes the flows of a new page.
    public let flows: @Sendable (Visitor) -> any PageFlows
    /// What a link means to the verticals.
    public let resolve: @Sendable (String, CallMetadata) async -> LinkResolution
    /// Ends a session that a person signs out of.
    public let signOut: @Sendable (SignedIn) async -> Void
    /// Returns to the machine what memory is free. Called once a crowd has gone.
    public let giveBackMemory: @Sendable () async -> Void
    /// The world in which flows run.
    public let world: World

    /// A suite from its parts.
    public init(
        flows: @escaping @Sendable (Visitor) -> any PageFlows,
        resolve: @escaping @Sendable (String, CallMetadata) async -> LinkResolution,
        signOut: @escaping @Sendable (SignedIn) async -> Void, giveBackMemory: @escaping @Sendable () async -> Void, world: World
    ) {
        self.flows = flows
        self.resolve = resolve
        self.signOut = signOut
        self.giveBackMemory = giveBackMemory
        self.world = world
    }
}

/// The only door to a browser: pages, what people do on them, and their changes.
struct Door: Sendable {
    let configuration: DoorConfiguration
    let suite: DoorSuite
    let book: VisitorBook
    let seats: StreamSeats = StreamSeats()
    let heart: Heart = Heart()

    var cookie: VisitorCookie { VisitorCookie(configuration: configuration, book: book) }

    /// All addresses of the door. What none of them is, is a deep link.
    func router() -> Router<DoorContext> {
        let router: Router<DoorContext> = Router(context: DoorContext.self)
        // The rules make answers of faults: around them, a page that is not there is an answer, and no failure of the shell.
        router.add(middleware: DoorMetrics())
        router.add(middleware: DoorTracing())
        router.add(middleware: DoorRules(door: self))
        router.get("/assets/:name") { request, context in try asset(request, context) }
        router.get("/pages/:page") { request, context in try await page(request, context) }
        router.get("/pages/:page/events") { request, context in try events(request, context) }
        router.get("/pages/:page/files/:file") { request, context in try await file(request, context) }
        router.post("/pages/:page/:verb") { request, context in try await verb(request, context) }
        router.post("/screens/:screen/actions") { request, context in try await action(request, context) }
        router.get("/screens/:screen/images/:element") { request, context in try image(request, context) }
        router.get("/") { request, context in try await link(request, context) }
        router.get("/**") { request, context in try await link(request, context) }
        return router
    }

    // MARK: Pages

    /// A deep link: a page of its own, or the one that was opened with it where the browser reloads.
    private func link(_ request: Request, _ context: DoorContext) async throws -> Response {
        let visitor: Visitor = cookie.findOrAdd(request, context)
        let url: String = request.uri.string
        guard let link: Link = Link(url) else { throw DoorFault(.badRequest, "This is no address that anything here has.") }
        if let open: OpenPage = visitor.page(openedWith: url), !open.isWatched || isReload(request) {
            open.goToStart()
            return try await draw(open, of: visitor, request)
        }
        if link.segments.isEmpty {
            let page: OpenPage = open(url, for: visitor)
            if visitor.pages.count == 1 { suite.world.bind { page.flows.start() } }
            page.noteStart()
            return try await draw(page, of: visitor, request)
        }
        let resolution: LinkResolution = await suite.resolve(url, CallMetadata(session: visitor.person?.token))
        switch resolution.outcome {
        case .leads(let handler, let route):
            let page: OpenPage = open(url, for: visitor)
            guard suite.world.bind({ page.flows.open(route, of: handler.vertical) }) else {
                visitor.close(page)
                throw DoorFault(.notFound, "This leads to something that this version can't show.")
            }
            page.noteStart()
            return try await draw(page, of: visitor, request)
        case .refused(_, let reason): throw DoorFault(.notFound, ScreenText("\(reason)"))
        case .unmatched(let nearest):
            guard resolution.unreachable.isEmpty else {
                throw DoorFault(.serviceUnavailable, "A part of the application is not there at the moment. Try again shortly.")
            }
            throw DoorFault(.notFound, nearest.map { "There is no such page. The nearest address is \($0)." } ?? "There is no such page.")
        }
    }

    private func open(_ url: String, for visitor: Visitor) -> OpenPage {
        let page: OpenPage = suite.world.bind { visitor.open(url, flows: suite.flows(visitor)) }
        book.noteOpened(page, by: visitor)
        return page
    }

    private func isReload(_ request: Request) -> Bool {
        request.headers[.cacheControl].map { $0.contains("max-age=0") || $0.contains("no-cache") } ?? false
    }

    /// A page that is open, at the step that its address names.
    private func page(_ request: Request, _ context: DoorContext) async throws -> Response {
        guard let visitor: Visitor = cookie.find(request), let page: OpenPage = visitor.page(try context.parameters.require("page")) else {
            return Response(status: .seeOther, headers: [.location: "/"])
        }
        if let step: UInt64 = step(request), step != page.view.step {
            page.go(to: step)
            if page.view.step != step { return Response(status: .seeOther, headers: [.location: PageDrawing.address(of: page)]) }
        }
        return try await draw(page, of: visitor, request)
    }

    private func step(_ request: Request) -> UInt64? { request.uri.queryParameters["step"].flatMap { UInt64($0) } }

    private func draw(_ page: OpenPage, of visitor: Visitor, _ request: Request) async throws -> Response {
        page.look()
        await page.wait(within: DoorLimits.firstLook, clock: suite.world.clock) { page.view.isComplete }
        // Before it is drawn: with the cookie changes the token, and the page's forms have to bring the new one.
        _ = book.cookie(of: visitor)
        let drawn: Page = drawing(page, visitor).draw()
        page.noteDrawn()
        var response: Response = .html(Markup.page(drawn, writing: writing(request)))
        cookie.set(visitor, for: request, on: &response)
        return response
    }

    func drawing(_ page: OpenPage, _ visitor: Visitor) -> PageDrawing {
        PageDrawing(page: page, visitor: visitor, application: configuration.application)
    }

    func writing(_ request: Request) -> Writing {
        let wanted: Substring? = request.headers[.acceptLanguage]?.split(separator: ",").first?.split(separator: ";").first
        let language: String = wanted.map { String($0.filter { $0.isLetter || $0.isNumber || $0 == "-" }.prefix(35)) } ?? ""
        return Writing(language: language.isEmpty ? configuration.language : language, timeZone: configuration.timeZone)
    }

    // MARK: What belongs to pages

    private func events(_ request: Request, _ context: DoorContext) throws -> Response {
        guard let visitor: Visitor = cookie.find(request), let page: OpenPage = visitor.page(try context.parameters.require("page")) else {
            // 204 makes a browser stop asking again.
            return Response(status: .noContent)
        }
        guard let seat: StreamSeat = seats.take(for: visitor) else {
            throw DoorFault(.serviceUnavailable, "Too many pages are open. Close some of them.")
        }
        let stream: EventStream = EventStream(
            drawing: drawing(page, visitor), writing: writing(request), step: step(request) ?? page.view.step, heart: heart, seat: seat)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { [channel = context.channel] writer in
                // A browser that goes away gives its seat back at once, not when the next sign of life fails to reach it.
                PeerWatch.begin(on: channel, stream.end)
                try await stream.write(to: &writer)
                try await writer.finish(nil)
            })
    }

    private func file(_ request: Request, _ context: DoorContext) async throws -> Response {
        guard let visitor: Visitor = cookie.find(request), let page: OpenPage = visitor.page(try context.parameters.require("page")),
            let file: OfferedFile = page.flows.files.file(try context.parameters.require("file", as: UInt64.self))
        else { throw DoorFault(.notFound, "This file is not kept any more. Ask for it again.") }
        let bytes: [UInt8]
        do {
            bytes = try await suite.world.bind { try await CallMetadata.$current.withValue(page.metadata()) { try await file.fetch() } }
        } catch {
            throw DoorFault(
                .serviceUnavailable, (error as? ScreenFailure)?.message ?? "The file is not there at the moment. Try again shortly.")
        }
        let name: String = file.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        return .bytes(
            bytes, mediaType: file.mediaType, [.contentDisposition: "attachment; filename=\"\(name.isEmpty ? "file" : name)\""])
    }

    private func image(_ request: Request, _ context: DoorContext) throws -> Response {
        let element: String = try context.parameters.require("element")
        guard let visitor: Visitor = cookie.find(request),
            let (_, screen): (OpenPage, LiveScreen) = visitor.screen(try context.parameters.require("screen")),
            case .screen(let shown) = screen.shown, let image: ScreenImage = shown.unpacked()?.image(of: element)
        else { throw DoorFault(.notFound, "There is no such picture.") }
        return .image(image)
    }

    private func asset(_ request: Request, _ context: DoorContext) throws -> Response {
        let name: String = try context.parameters.require("name")
        guard let asset: Asset = Markup.assets.first(where: { $0.name == name }) else {
            throw DoorFault(.notFound, "There is no such file.")
        }
        return .bytes(asset.bytes, mediaType: asset.mediaType, [.cacheControl: "public, max-age=31536000, immutable"])
    }
}
