import ColonnadeEventLoop

/// Serves one text by HTTP/1.1 to peers on this machine: `GET /metrics`, one request a connection.
///
/// Peers are hostile until they have asked: the size of a request, its time and the number of connections are limited, and a name in
/// `Host` that is not this machine's is turned away, so that no web page can have a browser read it (DNS rebinding).
final class MetricsListener: Sendable {
    /// Prometheus sends about 300 bytes.
    static let mostRequestBytes: Int = 8 << 10
    /// From the connection to the end of the answer.
    static let patience: Duration = .seconds(5)
    /// More wait in the kernel's queue.
    static let mostConnections: Int = 16

    private let loop: EventLoop
    /// The text; nil where there is none now.
    private let body: @Sendable () async -> String?
    private let state: LoopBound<State>

    private struct State {
        var listener: UnixListener?
        var connections: [ObjectIdentifier: MetricsConnection] = [:]
        /// One reading for all who ask while it is made.
        var reading: Task<String?, Never>?
    }

    init(loop: EventLoop, body: @escaping @Sendable () async -> String?) {
        self.loop = loop
        self.body = body
        state = LoopBound(State(), loop: loop)
    }

    /// Listens at a port of 127.0.0.1. On the loop.
    func start(port: UInt16) throws(SocketError) {
        let listener: UnixListener = UnixListener(adopting: try LoopbackSocket.listen(port: port), loop: loop)
        state.value.listener = listener
        try listener.start { [weak self] socket in self?.accept(socket) }
    }

    /// On the loop.
    func close() {
        state.value.listener?.close()
        state.value.listener = nil
        for connection: MetricsConnection in state.value.connections.values { connection.close() }
    }

    private func accept(_ socket: UnixSocket) {
        let connection: MetricsConnection = MetricsConnection(socket)
        connection.onRequest = { [weak self] in self?.answer(on: $0) }
        connection.onEnd = { [weak self] in self?.forget($0) }
        state.value.connections[ObjectIdentifier(connection)] = connection
        if state.value.connections.count >= Self.mostConnections { state.value.listener?.pause() }
        connection.start()
    }

    private func forget(_ connection: MetricsConnection) {
        state.value.connections[ObjectIdentifier(connection)] = nil
        state.value.listener?.resume()
    }

    private func answer(on connection: MetricsConnection) {
        let bound: LoopBound<MetricsConnection> = LoopBound(connection, loop: loop)
        let reading: Task<String?, Never> = state.value.reading ?? Task(executorPreference: loop) { [body] in await body() }
        state.value.reading = reading
        _ = Task(executorPreference: loop) { [state] in
            let text: String? = await reading.value
            state.value.reading = nil
            guard let text else { return bound.value.answer("503 Service Unavailable", "The suite does not answer.\n") }
            bound.value.answer("200 OK", text, type: "application/openmetrics-text; version=1.0.0; charset=utf-8")
        }
    }
}

/// One connection, on its loop.
final class MetricsConnection: UnixSocketHandler {
    var onRequest: ((MetricsConnection) -> Void)?
    var onEnd: ((MetricsConnection) -> Void)?
    private let socket: UnixSocket
    private var received: [UInt8] = []
    private var timer: LoopTimer?
    /// Whether the request was read: nothing after it counts.
    private var isAsked: Bool = false

    init(_ socket: UnixSocket) {
        self.socket = socket
    }

    func start() {
        let bound: LoopBound<MetricsConnection> = LoopBound(self, loop: socket.loop)
        timer = socket.loop.schedule(after: MetricsListener.patience) { bound.value.close() }
        socket.acceptsDescriptors = false
        socket.mostBytesOfRead = MetricsListener.mostRequestBytes
        socket.start(self)
    }

    func close() {
        socket.close()
    }

    func answer(_ status: String, _ text: String, type: String = "text/plain; charset=utf-8", more: String = "") {
        let body: [UInt8] = Array(text.utf8)
        let head: String =
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\(more)Cache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        socket.write(Array(head.utf8) + body)
        // Not closed at once: where bytes of the peer are left unread, the kernel takes back what was sent.
        socket.finishWriting()
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        guard !isAsked else { return }
        for index: Int in bytes.indices { received.append(bytes[index]) }
        switch MetricsRequest.read(received) {
        case .incomplete:
            guard received.count >= MetricsListener.mostRequestBytes else { return }
            isAsked = true
            answer("431 Request Header Fields Too Large", "A request has at most \(MetricsListener.mostRequestBytes) bytes.\n")
        case .metrics:
            isAsked = true
            onRequest?(self)
        case .wrong(let status, let words, let more):
            isAsked = true
            answer(status, words, more: more)
        }
    }

    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        timer?.cancel()
        socket.close()
        let onEnd: ((MetricsConnection) -> Void)? = onEnd
        self.onEnd = nil
        onEnd?(self)
    }
}

/// What a peer has asked for.
enum MetricsRequest: Equatable {
    case incomplete
    case metrics
    case wrong(status: String, words: String, more: String)

    /// Reads a request's first line and its fields; a body is not waited for.
    static func read(_ bytes: [UInt8]) -> MetricsRequest {
        guard let end: Int = end(of: bytes) else { return .incomplete }
        let lines: [Substring] = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
        let first: [Substring] = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { return wrong("400 Bad Request", "This is no HTTP/1.1 request.") }
        let hosts: [Substring] = lines.dropFirst().compactMap { line in
            let parts: [Substring] = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0].lowercased() == "host" ? parts[1].drop { $0 == " " || $0 == "\t" } : nil
        }
        guard hosts.count == 1, isOwn(hosts[0]) else {
            return wrong("421 Misdirected Request", "Ask 127.0.0.1 or localhost by that name.")
        }
        guard first[0] == "GET" else { return wrong("405 Method Not Allowed", "Only GET is answered.", "Allow: GET\r\n") }
        guard first[1] == "/metrics" || first[1].hasPrefix("/metrics?") else { return wrong("404 Not Found", "Metrics are at /metrics.") }
        return .metrics
    }

    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10 }
    }

    private static func isOwn(_ host: Substring) -> Bool {
        let name: Substring = host.prefix { $0 != ":" && !$0.isWhitespace }
        return name == "127.0.0.1" || name.lowercased() == "localhost"
    }

    private static func wrong(_ status: String, _ words: String, _ more: String = "") -> MetricsRequest {
        .wrong(status: status, words: words + "\n", more: more)
    }
}
