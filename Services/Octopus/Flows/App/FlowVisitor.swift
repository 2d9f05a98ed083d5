public import AuthenticationIO

/// Who looks at a page.
public struct FlowVisitor: Hashable, Sendable {
    /// Where the person is, as far as the shell vouches for it: the client's address. Attempts to sign in are counted by it.
    public let place: String
    /// Where who is invited signs up, up to where the code comes; nil where the code is handed over alone.
    public let signUpAddress: String?
    /// The session with which the page's screens are opened; nil where nobody has signed in.
    public let session: SessionDescription?
    /// The session of the minor for whom the person acts; nil where they act for themselves.
    public let ward: SignedIn?

    /// Somebody at a place, whom the shell knows by a session or not yet.
    public init(place: String, signUpAddress: String? = nil, session: SessionDescription? = nil, ward: SignedIn? = nil) {
        self.place = place
        self.signUpAddress = signUpAddress
        self.session = session
        self.ward = ward
    }
}
