import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import LedgerV1IO

/// Asks a ledger for its spans, by a socket of its own, and where it says no, for its calls.
enum EdgeVisitor {
    static func ask(socket: String, as consumer: String) async throws -> String {
        let loop: EventLoop = EventLoop(name: "visitor")
        defer { loop.shutdown() }
        let connector: Connector = Connector(
            consumer: consumer, provider: "ledger", contract: LedgerContract.descriptor, boards: ["entry"],
            dialer: UnixDialer(path: socket), loop: loop, instance: "test")
        defer { connector.close() }
        let daemon: IntrospectionClient = IntrospectionClient(PlatformChannel(connector))
        let deadline: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + .seconds(30)).nanoseconds)
        return try await CallMetadata.$current.withValue(deadline) {
            do throws(CallFailure<NoRefusal>) {
                return "\(try await daemon.spans(SpanRequest()).spans.count) span"
            } catch {
                return "\(error.fault?.code.name ?? "\(error)") \(try await end(of: daemon.watch(WatchRequest())))"
            }
        }
    }

    /// How a watch ends that is refused.
    private static func end(of calls: OutputSequence<WatchedCalls, NoRefusal>) async throws -> String {
        do {
            for try await _: WatchedCalls in calls { return "a call" }
            return "an end"
        } catch {
            return error.fault?.code.name ?? "\(error)"
        }
    }
}
