import ColonnadeSystemIO
import ColonnadeWorld
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import OctopusShell
import ServiceLifecycle
private import Synchronization

/// The HTTP server of the door.
public final class DoorServer: Sendable {
    private struct State {
        var task: Task<Void, any Error>?
        var sweeping: Task<Void, Never>?
        var trigger: (@Sendable () async -> Void)?
    }

    /// Pages that are closed together before memory is given back.
    private static let manyPages: Int = 64

    private let door: Door
    private let tide: ConnectionTide = ConnectionTide()
    private let log: Logger
    private let state: Mutex<State> = Mutex(State())

    /// A door that is closed.
    public init(_ configuration: DoorConfiguration, suite: DoorSuite, log: Logger) {
        door = Door(configuration: configuration, suite: suite, book: VisitorBook(world: suite.world))
        self.log = log
    }

    /// Opens the door.
    /// - Returns: the port.
    /// - Throws: why the port can't be listened at.
    public func open() async throws -> Int {
        let (ports, port): (AsyncThrowingStream<Int, any Error>, AsyncThrowingStream<Int, any Error>.Continuation) =
            AsyncThrowingStream.makeStream()
        let configuration: DoorConfiguration = door.configuration
        var quiet: Logger = log
        quiet.logLevel = .warning
        let seats: ConnectionSeats = ConnectionSeats(most: DoorLimits.connectionsOfAddress, open: configuration.proxies)
        let application = Application(
            router: door.router(),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [ConnectionRules(seats, self.tide)],
                    idleTimeout: .seconds(DoorLimits.idle.components.seconds),
                    httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.address, port: configuration.port), serverName: nil,
                availableConnectionsDelegate: .maximum(DoorLimits.connections, logger: quiet)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? configuration.port) }, logger: quiet)
        let group: ServiceGroup = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: quiet))
        let task: Task<Void, any Error> = Task {
            do {
                try await group.run()
                port.finish()
            } catch {
                port.finish(throwing: error)
                throw error
            }
        }
        state.withLock { state in
            state.task = task
            state.trigger = { await group.triggerGracefulShutdown() }
        }
        for try await port: Int in ports {
            sweep()
            return port
        }
        throw CancellationError()
    }

    /// Ends event streams, lets answers under way be finished, and closes the door.
    public func close() async {
        let (task, trigger): (Task<Void, any Error>?, (@Sendable () async -> Void)?) = state.withLock { ($0.task, $0.trigger) }
        state.withLock { $0.sweeping }?.cancel()
        door.book.close()
        await trigger?()
        _ = try? await task?.value
    }

    private func sweep() {
        let sweeping: Task<Void, Never> = Task { [door, tide] in
            let clock: WorldClock = door.suite.world.clock
            await withDiscardingTaskGroup { group in
                group.addTask {
                    while (try? await clock.sleep(.seconds(30))) != nil {
                        if door.book.sweep() >= Self.manyPages { await door.suite.giveBackMemory() }
                    }
                }
                group.addTask { await door.heart.beat(clock) }
                group.addTask {
                    for await _ in tide.ebbs {
                        // What connections held is freed shortly after them, and what their pages held a little later.
                        for pause: Duration in DoorLimits.ebbs where (try? await clock.sleep(pause)) != nil {
                            await door.suite.giveBackMemory()
                        }
                    }
                }
            }
        }
        state.withLock { $0.sweeping = sweeping }
    }
}
