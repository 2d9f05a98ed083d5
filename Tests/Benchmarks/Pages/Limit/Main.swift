import Foundation
import Hummingbird

/// What a page costs at the least: Hummingbird gives the bytes of a file, which it keeps in memory, and holds event streams in which nothing
/// happens.
@main
struct PageLimit {
    static func main() async throws {
        guard let path: String = CommandLine.arguments.dropFirst().first, let page: Data = FileManager.default.contents(atPath: path) else {
            FileHandle.standardError.write(Data("usage: page-limit FILE\n".utf8))
            exit(2)
        }
        let bytes: ByteBuffer = ByteBuffer(bytes: page)
        let router: Router<BasicRequestContext> = Router()
        router.get("/") { _, _ in
            Response(status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: bytes))
        }
        router.get("/events") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream"],
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: ": begin\n\n"))
                    let (events, event): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
                    for await _ in events {}
                    withExtendedLifetime(event) {}
                    try await writer.finish(nil)
                })
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
        ) { channel in
            FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
        }
        try await application.runService()
    }
}
