import Colonnade
import GreeterIO
import NIOCore
import NIOPosix

/// Greets as somebody at a TCP port of this machine says: one line there with the name, one line back with the greeting.
struct AskingGreeter: GreeterInterface {
    let port: Int

    func greet(_ input: String) async throws(Failure) -> String {
        try await attempt { try await ask(input) }
    }

    private func ask(_ name: String) async throws -> String {
        let connection: NIOAsyncChannel<ByteBuffer, ByteBuffer> =
            try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: name + "\n"))
            var answer: String = ""
            for try await bytes: ByteBuffer in inbound {
                answer += String(buffer: bytes)
                if answer.hasSuffix("\n") { break }
            }
            return String(answer.dropLast())
        }
    }
}
