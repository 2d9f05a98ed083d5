import ColonnadeSystemIO
import HTTPTypes
import Hummingbird
import NIOCore
import OctopusMarkup

/// Why a browser does not get what it asked for, in words for the person.
struct DoorFault: Error {
    let status: HTTPResponse.Status
    let message: ScreenText

    init(_ status: HTTPResponse.Status, _ message: ScreenText) {
        self.status = status
        self.message = message
    }
}

extension Response {
    static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    static func bytes(_ bytes: [UInt8], mediaType: String, _ fields: HTTPFields) -> Response {
        var headers: HTTPFields = fields
        headers[.contentType] = mediaType
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A vertical's picture. Nothing in it runs, whatever it is.
    static func image(_ image: ScreenImage) -> Response {
        let policy: HTTPFields = [.contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox"]
        switch image {
        case .svg(let text): return .bytes(Array(text.utf8), mediaType: "image/svg+xml", policy)
        case .file(let bytes, let mediaType):
            let isImage: Bool = mediaType.hasPrefix("image/") && mediaType.allSatisfy { $0.isASCII && !$0.isNewline }
            return .bytes(bytes, mediaType: isImage ? mediaType : "application/octet-stream", policy)
        case .unknown: return Response(status: .notFound)
        }
    }
}

extension Screen {
    /// The picture of an element: an image, or a map's drawing.
    func image(of id: String) -> ScreenImage? {
        switch element(id)?.content {
        case .image(let image): image
        case .map(let map): map.drawing
        default: nil
        }
    }
}
