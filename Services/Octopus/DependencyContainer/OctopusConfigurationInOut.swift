import ColonnadeContract

/// What a launcher may set for octopus: the app's door, and which app it is.
public struct OctopusConfiguration: Configuration, Hashable, Sendable {
    /// What the application is called; "Clinic" where not given.
    public let application: String?
    /// The address to listen at: an IP address; 127.0.0.1 where not given. Anything else should stand behind a proxy that ends TLS.
    public let address: String?
    /// The port to listen at, 0 to 65535; 8080 where not given, any free one for 0.
    public let port: Int?
    /// The names by which browsers may call it, without ports, beside those of loopback.
    public let hosts: [String]
    /// Whether a proxy in front ends TLS: cookies are for TLS alone then, and links begin with https.
    public let secure: Bool?
    /// Addresses of proxies whose X-Forwarded-For is believed.
    public let proxies: [String]
    /// The time zone of times that have none of their own, by its IANA name; UTC where not given.
    public let timeZone: String?
    /// The language of browsers that ask for none, as a BCP 47 tag; en where not given.
    public let language: String?
    /// The parts that the app has: appointments, records, maps; all where none is given.
    public let parts: [String]
    /// Where somebody starts who may be there: home, appointments, today, records, patients, imports, places; home where not given.
    public let start: String?

    public init(
        application: String? = nil, address: String? = nil, port: Int? = nil, hosts: [String] = [], secure: Bool? = nil,
        proxies: [String] = [], timeZone: String? = nil, language: String? = nil, parts: [String] = [], start: String? = nil
    ) {
        self.application = application
        self.address = address
        self.port = port
        self.hosts = hosts
        self.secure = secure
        self.proxies = proxies
        self.timeZone = timeZone
        self.language = language
        self.parts = parts
        self.start = start
    }
}
