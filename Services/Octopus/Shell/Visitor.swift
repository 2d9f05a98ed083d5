public import AuthenticationIO
import ColonnadeContract
import ColonnadePresentation
import ColonnadeWorld
private import Synchronization

/// One browser: who has signed in at it, and the pages that it has open.
public final class Visitor: Sendable {
    private struct State {
        var id: String
        var token: String
        var person: SignedIn?
        var ward: SignedIn?
        var pages: [OpenPage] = []
        var lastLook: Duration
        var mustRename: Bool = false
    }

    /// Pages of one browser at most; the one that was looked at least recently goes.
    public static let pagesAtMost: Int = 24

    /// The address that it came from, without a port: what sign-in counts attempts by.
    public let place: String
    private let world: World
    private let state: Mutex<State>

    init(place: String, world: World) {
        self.place = place
        self.world = world
        state = Mutex(
            State(id: Secret.make(world.chance), token: Secret.make(world.chance), lastLook: world.clock.uptime()))
    }

    /// The cookie's value. It changes when somebody signs in or out, so that one that was known before is worth nothing.
    public var id: String { state.withLock { $0.id } }
    /// What each form has to bring, so that no other site can send one.
    public var token: String { state.withLock { $0.token } }
    /// Who has signed in; nil for nobody, or where the session is over.
    public var person: SignedIn? {
        let now: Date = world.clock.now()
        return state.withLock { state in
            if let person: SignedIn = state.person, person.session.expires <= now { state.person = nil }
            return state.person
        }
    }

    /// The minor for whom the person acts; nil for themselves.
    public var ward: SignedIn? { state.withLock { $0.person == nil ? nil : $0.ward } }

    /// Notes for whom the person acts, on all pages.
    public func act(for ward: SignedIn?) {
        let pages: [OpenPage] = state.withLock { state in
            let isNews: Bool = state.ward?.token != ward?.token
            state.ward = ward
            return isNews ? state.pages : []
        }
        for page: OpenPage in pages { page.act(for: ward) }
    }

    /// The pages, the one that was opened last at the end.
    public var pages: [OpenPage] { state.withLock { $0.pages } }

    /// The page that was opened with a link; nil where there is none.
    public func page(openedWith link: String) -> OpenPage? { pages.last { $0.link == link } }

    /// The page with an id; nil where there is none any more.
    public func page(_ id: String) -> OpenPage? { pages.first { $0.id == id } }

    /// The page that a screen or an alert belongs to: the screen's id begins with the page's.
    public func page(ofScreen id: String) -> OpenPage? {
        id.lastIndex(of: "-").flatMap { page(String(id[..<$0])) }
    }

    /// A screen that can be seen on one of the pages; nil where there is none of that id.
    public func screen(_ id: String) -> (page: OpenPage, screen: LiveScreen)? {
        guard let page: OpenPage = page(ofScreen: id), let screen: LiveScreen = page.screen(id) else { return nil }
        return (page, screen)
    }

    /// A page with new flows.
    public func open(_ link: String, flows: any PageFlows) -> OpenPage {
        let page: OpenPage = OpenPage(id: Secret.make(world.chance), link: link, flows: flows, world: world) { [weak self] in
            CallMetadata(session: self?.person?.token)
        }
        let gone: [OpenPage] = state.withLock { state in
            state.pages.append(page)
            guard state.pages.count > Self.pagesAtMost else { return [] }
            let oldest: Int =
                state.pages.indices.dropLast().min { left, right in
                    (state.pages[left].lastLook ?? .seconds(1 << 40)) < (state.pages[right].lastLook ?? .seconds(1 << 40))
                } ?? 0
            return [state.pages.remove(at: oldest)]
        }
        for page: OpenPage in gone { page.close() }
        return page
    }

    /// Notes that somebody has signed in here. What waited for it goes on.
    public func signIn(_ person: SignedIn) {
        let pages: [OpenPage] = state.withLock { state in
            (state.person, state.ward) = (person, nil)
            state.mustRename = true
            return state.pages
        }
        for page: OpenPage in pages { page.become(person) }
    }

    /// Forgets who has signed in, and all that was open for them.
    public func signOut() {
        let pages: [OpenPage] = state.withLock { state in
            (state.person, state.ward) = (nil, nil)
            state.mustRename = true
            defer { state.pages = [] }
            return state.pages
        }
        for page: OpenPage in pages { page.close() }
    }

    /// Closes a page.
    public func close(_ page: OpenPage) {
        state.withLock { $0.pages.removeAll { $0 === page } }
        page.close()
    }

    /// Notes that the browser has asked for something.
    func look() {
        let now: Duration = world.clock.uptime()
        state.withLock { $0.lastLook = now }
    }

    var lastLook: Duration { state.withLock { $0.lastLook } }

    /// Whether the next answer has to bring a new cookie.
    public var needsNewCookie: Bool { state.withLock { $0.mustRename } }

    /// A new name for the cookie and a new token for forms, where the old ones have served.
    /// - Returns: the old name; nil where nothing changes.
    func rename() -> String? {
        state.withLock { state in
            guard state.mustRename else { return nil }
            defer {
                state.id = Secret.make(world.chance)
                state.token = Secret.make(world.chance)
                state.mustRename = false
            }
            return state.id
        }
    }

    /// Closes pages that nobody has looked at since a time.
    /// - Returns: how many.
    func closePages(unseenSince time: Duration) -> Int {
        let gone: [OpenPage] = state.withLock { state in
            let gone: [OpenPage] = state.pages.filter { $0.lastLook.map { $0 < time } ?? false }
            state.pages.removeAll { page in gone.contains { $0 === page } }
            return gone
        }
        for page: OpenPage in gone { page.close() }
        return gone.count
    }
}

/// What nobody can guess: 128 random bits, as 26 letters and digits.
enum Secret {
    private static let letters: [Character] = Array("abcdefghijklmnopqrstuvwxyz234567")

    static func make(_ chance: Chance) -> String {
        var (bits, count): (UInt64, Int) = (0, 0)
        return String(
            (0..<26).map { _ in
                if count == 0 { (bits, count) = (chance.next(), 12) }
                defer { (bits, count) = (bits >> 5, count - 1) }
                return letters[Int(bits & 31)]
            })
    }
}
