import ColonnadeEventLoop
import Testing

@Suite("Connected sockets", .timeLimit(.minutes(1)))
struct UnixSocketTests {
    @Test func bytesComeBackThroughAListener() async throws {
        let path: String = temporaryPath("echo")
        try await withLoopThrowing { loop in
            let listener: UnixListener = try UnixListener.bind(path: path, loop: loop)
            try listener.start { socket in socket.start(Echo()) }
            let socket: UnixSocket = try UnixSocket.connect(path: path, loop: loop)
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            for round in 0..<3 {
                socket.write(Array("hello \(round)".utf8))
                #expect(await recorder.next(7) == Array("hello \(round)".utf8))
            }
            #expect(socket.peer?.uid == UInt32(userID()))
            socket.close()
            #expect(await recorder.ended() == .closed)
            listener.close()
        }
        removeFile(path)
    }
}
