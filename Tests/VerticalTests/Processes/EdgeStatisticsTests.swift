import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import EchoIO
import Glibc
import Testing

@Suite("What a daemon tells of its edges", .timeLimit(.minutes(2)))
struct EdgeStatisticsTests {
    @Test("the operator learns who calls what, and a vertical nothing of others")
    func whoMayLook() async throws {
        try await withDaemon { daemon in
            let names: [String] = ["alpha", "operator"]
            var sockets: [(name: String, listener: UnixListener)] = []
            for name: String in names {
                sockets.append((name, try UnixListener.bind(path: "\(daemon.home.path)/\(name).sock", loop: daemon.loop)))
            }
            try daemon.start([], listen: sockets)
            try await daemon.becomesReady()
            let (alpha, connector) = daemon.client(at: "\(daemon.home.path)/alpha.sock", as: "alpha")
            let (_, operators) = daemon.client(at: "\(daemon.home.path)/operator.sock", as: "operator")
            _ = try await alpha.echo(EchoPayload(bytes: [1]))
            let own: DaemonStats = try await IntrospectionClient(PlatformChannel(connector)).stats(StatsRequest())
            #expect(own.edges.isEmpty && !own.boards.isEmpty)
            let all: DaemonStats = try await IntrospectionClient(PlatformChannel(operators)).stats(StatsRequest())
            let edge: EdgeStats = try #require(all.edges.first { $0.board == "Echo.echo" })
            #expect(edge.consumer == "alpha" && edge.calls == 1 && edge.failures == 0 && edge.inFlight == 0)
            #expect(edge.durations.map(\.calls) == [1] && edge.perSecond > 0)
            connector.close()
            operators.close()
            daemon.signal(SIGTERM)
            _ = try await daemon.exit()
        }
    }
}
