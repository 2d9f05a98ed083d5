import ColonnadeEventLoop
import Glibc
import Testing

@Suite("Input files")
struct InputFileTests {
    @Test("a file that somebody else made non-blocking is waited for, and read to its end")
    func nonBlocking() async throws {
        let loop: EventLoop = EventLoop(name: "input")
        defer { loop.shutdown() }
        let (mine, its): (OwnedDescriptor, OwnedDescriptor) = try UnixSocket.descriptorPair()
        #expect(fcntl(its.number, F_GETFL) & O_NONBLOCK != 0, "the pair is non-blocking, or this test shows nothing")
        let file: InputFile = try InputFile(path: "/dev/null")
        #expect(try file.read(10).isEmpty)
        let reading: InputFile = InputFile(adopting: its)
        let bytes: Task<[UInt8], any Error> = Task {
            var bytes: [UInt8] = []
            while case let piece = try await loop.offload({ try reading.read(4) }), !piece.isEmpty { bytes += piece }
            return bytes
        }
        loop.execute {
            let socket: UnixSocket = UnixSocket(adopting: mine, loop: loop)
            socket.write(Array("hello".utf8))
            socket.finishWriting()
        }
        #expect(try await bytes.value == Array("hello".utf8))
    }
}
