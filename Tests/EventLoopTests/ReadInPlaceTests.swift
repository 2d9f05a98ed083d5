import Testing

@testable import ColonnadeEventLoop

/// Bytes that are read straight to where they stay.
@Suite("Reading in place", .timeLimit(.minutes(1)))
struct ReadInPlaceTests {
    /// Asks for a part of what comes as soon as its first byte is there, which says how many thousands follow.
    private final class Asker: UnixSocketHandler {
        private(set) var shared: [UInt8] = []
        private(set) var filled: [[UInt8]] = []
        private(set) var ends: [SocketEnd] = []
        private var isAsking: Bool = false
        private var waiting: (() -> Bool, CheckedContinuation<Void, Never>)?

        func socket(_ socket: UnixSocket, didRead span: borrowing Span<UInt8>) {
            #expect(!isAsking)
            var start: Int = 0
            while start < span.count {
                let size: Int = Int(span[start]) * 1000
                let there: Int = min(size, span.count - start - 1)
                for index: Int in start...start + there { shared.append(span[index]) }
                start += 1 + there
                guard there < size else { continue }
                isAsking = true
                socket.read(size - there, into: [UInt8](shared.suffix(there)))
                shared.removeLast(there)
            }
            wake()
        }

        func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8]) {
            isAsking = false
            filled.append(buffer)
            wake()
        }

        func socketDidDrain(_ socket: UnixSocket) {}

        func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
            ends.append(reason)
            wake()
        }

        func until(_ isReady: @escaping () -> Bool) async {
            guard !isReady() else { return }
            await withCheckedContinuation { waiting = (isReady, $0) }
        }

        private func wake() {
            guard let (isReady, continuation) = waiting, isReady() else { return }
            waiting = nil
            continuation.resume()
        }
    }

    private static func message(_ thousands: Int) -> [UInt8] {
        [UInt8(thousands)] + (0..<thousands * 1000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ thousands) }
    }

    @Test func theBytesGoWhereTheyWereAskedFor() async throws {
        try await withPair { loop, socket, peer in
            let asker: Asker = Asker()
            peer.start(asker)
            socket.start(Recorder())
            var expected: [UInt8] = []
            for thousands: Int in [0, 1, 200, 0, 0, 250, 3, 255, 255, 0, 90] {
                let message: [UInt8] = Self.message(thousands)
                expected += message
                socket.write(message)
            }
            await asker.until { asker.shared.count + asker.filled.reduce(0) { $0 + $1.count } == expected.count }
            #expect(!asker.filled.isEmpty)
            for buffer: [UInt8] in asker.filled {
                let message: [UInt8] = Self.message(buffer.count / 1000)
                #expect(buffer == Array(message.dropFirst()))
            }
        }
    }

    @Test func aPeerThatGoesInTheMiddleIsTold() async throws {
        try await withPair { loop, socket, peer in
            let asker: Asker = Asker()
            peer.start(asker)
            socket.start(Recorder())
            socket.write([200] + [UInt8](repeating: 1, count: 50_000))
            socket.closeAfterFlush()
            await asker.until { !asker.ends.isEmpty }
            #expect(asker.ends == [.endOfFile])
            #expect(asker.filled.isEmpty)
        }
    }

    @Test func aPausedReaderFillsNothing() async throws {
        try await withPair { loop, socket, peer in
            let asker: Asker = Asker()
            peer.start(asker)
            socket.start(Recorder())
            let message: [UInt8] = Self.message(255)
            socket.write([UInt8](message[..<20_000]))
            await asker.until { !asker.shared.isEmpty }
            peer.pauseReading()
            socket.write([UInt8](message[20_000...]))
            for _ in 0..<5 { try await loop.sleep(for: .zero) }
            #expect(asker.filled.isEmpty)
            peer.resumeReading()
            await asker.until { !asker.filled.isEmpty }
            #expect(asker.filled == [Array(message.dropFirst())])
        }
    }
}
