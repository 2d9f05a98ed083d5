public import ColonnadeSystemIO

/// What the door to browsers is told.
public struct DoorConfiguration: Sendable {
    /// The names of loopback, which every door answers to.
    public static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// What the application is called.
    public let application: ScreenText
    /// The address to listen at.
    public let address: String
    /// The port to listen at; 0 for any that is free.
    public let port: Int
    /// The names by which browsers may call it, without ports. Loopback's names are always there.
    public let hosts: Set<String>
    /// Whether browsers come by TLS, which a proxy in front ends: cookies are for TLS alone then.
    public let isSecure: Bool
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    public let proxies: Set<String>
    /// The time zone in which times are written that have none of their own, by its IANA name.
    public let timeZone: String
    /// The language, where a browser asks for none, as a BCP 47 tag.
    public let language: String

    /// A door from its parts.
    public init(
        application: ScreenText, address: String, port: Int, hosts: Set<String> = [], isSecure: Bool = false, proxies: Set<String> = [],
        timeZone: String = "UTC", language: String = "en"
    ) {
        self.application = application
        self.address = address
        self.port = port
        self.hosts = hosts.union(Self.loopback)
        self.isSecure = isSecure
        self.proxies = proxies
        self.timeZone = timeZone
        self.language = language
    }
}

/// What a browser may take of the shell's time and memory.
enum DoorLimits {
    /// Bytes of a form that holds no file.
    static let formBytes: Int = 256 << 10
    /// Bytes of a form that holds a file, beside the file itself.
    static let multipartHeaderBytes: Int = 16 << 10
    /// Event streams of one browser, and of all.
    static let streamsOfVisitor: Int = 32
    static let streams: Int = 4_096
    /// Event streams of browsers at which nobody has signed in: of one address, and in all.
    static let anonymousStreamsOfAddress: Int = 512
    static let anonymousStreams: Int = 2_048
    /// Connections in all, and of one address that is no proxy's.
    static let connections: Int = 8_192
    static let connectionsOfAddress: Int = 2_048
    /// For how long a request's head may fail to come, and how long a form may take.
    static let idle: Duration = .seconds(30)
    static let form: Duration = .seconds(20)
    /// For how long a piece of an upload may fail to come, and how long an upload may take. Who pauses hears why, so it is shorter than `idle`.
    static let uploadPause: Duration = .seconds(20)
    static let upload: Duration = .seconds(1_800)
    /// For how long a reader may leave unread what is sent to it.
    static let unread: Duration = .seconds(30)
    /// For how long the rest of a request may come that has its answer, and how long a refused connection may read why.
    static let linger: Duration = .seconds(5)
    static let farewell: Duration = .seconds(1)
    /// After a crowd has gone, the pauses before memory is given back.
    static let ebbs: [Duration] = [.seconds(1), .seconds(5)]
    /// For how long the first answer waits for screens: what is not there by then comes later.
    static let firstLook: Duration = .milliseconds(400)
    /// For how long the answer to a form waits for what comes of it, at first and while the screen says that it is at work.
    static let reaction: Duration = .seconds(3)
    static let work: Duration = .seconds(5)
    /// Between two signs of life in an event stream.
    static let heartbeat: Duration = .seconds(15)
}
