import ColonnadeTesting
import GreeterIO
import NIOCore
import NIOPosix
import Testing

@Suite("A daemon with swift-nio inside, run by swift-service-lifecycle", .timeLimit(.minutes(2)))
struct DoormanTests {
    private typealias Guest = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    @Test("The group's graceful shutdown lets a call in flight come to its end")
    func drains() async throws {
        let door: NIOAsyncChannel<Guest, Never> = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Guest(wrappingChannelSynchronously: channel) }
            }
        let port: Int = try #require(door.channel.localAddress?.port)
        let daemon: DaemonProcess = try await DaemonProcess.start("svc-doorman", environment: ["DOOR_PORT": "\(port)"])
        let greeter: GreeterClient = GreeterClient(daemon.channel(to: GreeterContract.descriptor))
        async let greeting: String = greeter.greet("Ana")
        try await door.executeThenClose { guests in
            for try await guest: Guest in guests {
                try await answer(guest, of: daemon)
                break
            }
        }
        let welcome: String = try await greeting
        #expect(welcome == "Welcome, Ana!")
        #expect(try await daemon.end() == .exited(0))
    }

    /// The call waits for this answer, which comes after the daemon was told to stop.
    private func answer(_ guest: Guest, of daemon: DaemonProcess) async throws {
        try await guest.executeThenClose { inbound, outbound in
            for try await name: ByteBuffer in inbound {
                #expect(String(buffer: name) == "Ana\n")
                break
            }
            await daemon.signal(15)
            try await daemon.logged("stopping")
            try await outbound.write(ByteBuffer(string: "Welcome, Ana!\n"))
        }
    }
}
