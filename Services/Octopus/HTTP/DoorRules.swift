import ColonnadeSystemIO
import HTTPTypes
import Hummingbird
import OctopusMarkup

/// What holds for every answer: who may ask, what browsers may do with it, and how faults are told.
struct DoorRules: RouterMiddleware {
    private static let fields: HTTPFields = {
        var fields: HTTPFields = [
            .contentSecurityPolicy: Markup.contentSecurityPolicy, .xContentTypeOptions: "nosniff",
        ]
        for (name, value): (String, String) in [
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Permissions-Policy", "camera=(), microphone=(), geolocation=(self)"),
        ] {
            if let name: HTTPField.Name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()

    let door: Door

    func handle(
        _ request: Request, context: DoorContext, next: @concurrent (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            guard door.cookie.isKnownHost(request) else {
                throw DoorFault(
                    .misdirectedRequest, "This server does not answer to that name. Its operator can add the name to its hosts.")
            }
            response = try await next(request, context)
        } catch let fault as DoorFault {
            response = page(fault, request)
        } catch let error as any HTTPResponseError {
            response = page(DoorFault(error.status, "This request is not understood."), request)
        } catch is CancellationError {
            response = page(DoorFault(.serviceUnavailable, "The server is going down. Try again shortly."), request)
        }
        for field: HTTPField in Self.fields where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    private func page(_ fault: DoorFault, _ request: Request) -> Response {
        let tile: Tile = Tile(id: "fault", state: .failed(TileFailure(message: fault.message, canTryAgain: false)))
        let home: PageLink = PageLink(title: "Start", path: "/")
        let page: Page = Page(
            id: "fault", application: door.configuration.application, token: "", navigation: [home], tiles: [tile], step: nil)
        return .html(Markup.page(page, writing: door.writing(request)), status: fault.status)
    }
}
