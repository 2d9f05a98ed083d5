import ColonnadeTesting
import GreeterIO
import Testing

@Suite("The greeter as a process", .timeLimit(.minutes(2)))
struct DaemonTests {
    @Test("It greets, ends well when it is told to, and starts again after a crash")
    func lives() async throws {
        let first: DaemonProcess = try await DaemonProcess.start("svc-greeter")
        #expect(try await GreeterClient(first.channel(to: GreeterContract.descriptor)).greet("Ana") == "Hello, Ana!")
        #expect(try await first.kill() == .signalled(9))
        let second: DaemonProcess = try await DaemonProcess.start("svc-greeter", home: first.home)
        #expect(try await GreeterClient(second.channel(to: GreeterContract.descriptor)).greet("Ben") == "Hello, Ben!")
        #expect(try await second.stop() == .exited(0))
    }

    @Test("A daemon that can not start says why")
    func failsToStart() async throws {
        do {
            _ = try await DaemonProcess.start("svc-greeter", arguments: ["--nonsense"])
            Issue.record("it started with an option that there is not")
        } catch let failure as DaemonFailure {
            #expect(failure.description.contains("--nonsense"))
        }
    }
}
