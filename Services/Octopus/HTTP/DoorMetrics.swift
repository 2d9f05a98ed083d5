import CoreMetrics
import HTTPTypes
import Hummingbird
import NIOCore

/// Counts requests, and measures until their answer begins.
///
/// Not Hummingbird's own: that keeps a metric for each word that a request has in place of its method, for good, and counts an event stream as
/// an answer that takes as long as its page is open.
struct DoorMetrics: RouterMiddleware {
    func handle(
        _ request: Request, context: DoorContext, next: @concurrent (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        let start: NIODeadline = .now()
        // One that nobody has answered is answered by Hummingbird.
        var status: HTTPResponse.Status = .internalServerError
        defer {
            let address: DoorAddress = DoorAddress(request, context)
            let labels: [(String, String)] = [("method", address.method), ("route", address.route)]
            Counter(label: "http.server.requests", dimensions: labels + [("status", "\(status.code)")]).increment()
            Timer(label: "http.server.request.duration", dimensions: labels).recordNanoseconds((.now() - start).nanoseconds)
        }
        let response: Response = try await next(request, context)
        status = response.status
        return response
    }
}
