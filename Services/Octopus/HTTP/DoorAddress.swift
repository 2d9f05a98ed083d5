import HTTPTypes
import Hummingbird

/// What a request is called in spans and metrics: one of the few that the door has, whatever the browser says.
struct DoorAddress {
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post]

    /// `GET`; a word that the door does not know is `OTHER`.
    let method: String
    /// `/pages/{page}`, as the router has it: once the request was answered.
    let route: String

    init(_ request: Request, _ context: DoorContext) {
        method = Self.methods.contains(request.method) ? request.method.rawValue : "OTHER"
        route = context.endpointPath ?? "none"
    }
}
