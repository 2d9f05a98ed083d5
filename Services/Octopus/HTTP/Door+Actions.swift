import AuthenticationIO
import ColonnadePresentation
import ColonnadeSystemIO
import HTTPTypes
import Hummingbird
import NIOCore
import OctopusShell

/// What people do on pages.
extension Door {
    /// Where an action belongs.
    private struct Target {
        let visitor: Visitor
        let page: OpenPage
        /// The screen's id, or the alert's on the page; empty for the page itself.
        let id: String
        /// The screen, where it is one that the page shows.
        let screen: String?
        /// The newest file that the page has offered before the action: one that comes of it is the answer.
        let file: UInt64
        /// Whether an event stream was open before the action: what comes of it may end the stream, and has been told by it then.
        let isWatched: Bool

        init(visitor: Visitor, page: OpenPage, id: String = "") {
            self.visitor = visitor
            self.page = page
            self.id = id
            screen = page.screen(id)?.id
            file = page.flows.files.newest
            isWatched = page.isWatched
        }
    }

    static let gone: ScreenText = "This page is not open any more. Go to the start, and open it again."

    // MARK: Pages

    /// Back, dismiss, retry, sign out.
    func verb(_ request: Request, _ context: DoorContext) async throws -> Response {
        guard let visitor: Visitor = cookie.find(request), let page: OpenPage = visitor.page(try context.parameters.require("page")) else {
            throw DoorFault(.gone, Self.gone)
        }
        let form: FormBody = try await self.form(of: request)
        guard cookie.isOwn(request, token: form["token"], of: visitor) else { throw Self.forged }
        let target: Target = Target(visitor: visitor, page: page)
        let mark: Int = page.changeMark()
        switch try context.parameters.require("verb") {
        case "back": page.back()
        case "dismiss": page.dismissModal()
        case "retry": form["screen"].flatMap { page.screen($0) }?.retry()
        case "sign-out": return await signOut(visitor, request)
        default: throw DoorFault(.notFound, "There is no such thing to do.")
        }
        return await answer(request, target, after: mark)
    }

    private func signOut(_ visitor: Visitor, _ request: Request) async -> Response {
        let person: SignedIn? = visitor.person
        visitor.signOut()
        if let person { await suite.signOut(person) }
        var response: Response = Response(status: .seeOther, headers: [.location: "/"])
        cookie.set(visitor, for: request, on: &response)
        return response
    }

    // MARK: Screens

    /// An action on a screen, or the answer to an alert.
    func action(_ request: Request, _ context: DoorContext) async throws -> Response {
        let id: String = try context.parameters.require("screen")
        guard let visitor: Visitor = cookie.find(request), let page: OpenPage = visitor.page(ofScreen: id) else {
            throw DoorFault(.gone, Self.gone)
        }
        let target: Target = Target(visitor: visitor, page: page, id: id)
        let mark: Int = page.changeMark(of: target.screen)
        if let reader = request.headers[.contentType].flatMap({ MultipartReader(contentType: $0) }) {
            try await upload(request, reader, to: page, of: visitor, id)
        } else {
            try await act(request, try await form(of: request), target)
        }
        return await answer(request, target, after: mark)
    }

    private func act(_ request: Request, _ form: FormBody, _ target: Target) async throws {
        guard cookie.isOwn(request, token: form["token"], of: target.visitor) else { throw Self.forged }
        guard let screen: LiveScreen = target.page.screen(target.id) else {
            let alert: String = String(target.id.dropFirst(target.page.id.count + 1))
            return await target.page.answer(alert, form["event"] == "chosen" ? form["value"] : nil)
        }
        guard case .screen(let packed) = screen.shown, let shown: Screen = packed.unpacked() else { return }
        switch ActionReading.read(form, on: shown) {
        case .action(let action): _ = await screen.send(action)
        case .followed(let element): _ = suite.world.bind { screen.follow(element) }
        case .unreadable(let why): throw DoorFault(.badRequest, ScreenText("\(why)"))
        }
    }

    /// The fields of a form that holds no file.
    private func form(of request: Request) async throws -> FormBody {
        let clock = suite.world.clock
        let bytes: ByteBuffer = try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask {
                var request: Request = request
                return try await request.collectBody(upTo: DoorLimits.formBytes)
            }
            group.addTask {
                try await clock.sleep(DoorLimits.form)
                throw DoorFault(.requestTimeout, "The form took too long to come. Send it again.")
            }
            defer { group.cancelAll() }
            guard let first: ByteBuffer = try await group.next() else { throw CancellationError() }
            return first
        }
        guard let form: FormBody = FormBody(bytes.readableBytesView) else {
            throw DoorFault(.badRequest, "The form is not written as browsers write one.")
        }
        return form
    }

    static let forged: DoorFault = DoorFault(
        .forbidden, "This form does not come from the page as it is now. Go back, reload the page, and send it again.")

    // MARK: Answers

    /// To a script: the changes come by themselves. To a form: the page, once something has come of it. What other screens of the page
    /// load meanwhile has not come of it.
    private func answer(_ request: Request, _ target: Target, after mark: Int) async -> Response {
        if let live: HTTPField.Name = HTTPField.Name("Live"), request.headers[live] == "1", target.isWatched {
            return Response(status: .noContent)
        }
        let (page, file): (OpenPage, UInt64) = (target.page, target.file)
        await page.wait(within: DoorLimits.reaction, clock: suite.world.clock) { page.changeMark(of: target.screen) != mark }
        await page.wait(within: DoorLimits.work, clock: suite.world.clock) { !page.view.isAtWork }
        let address: String =
            page.flows.files.newest != file
            ? PageDrawing.address(of: page.flows.files.newest, on: page) : PageDrawing.address(of: page)
        var response: Response = Response(status: .seeOther, headers: [.location: address])
        cookie.set(target.visitor, for: request, on: &response)
        return response
    }
}
