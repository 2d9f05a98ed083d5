import Colonnade
import Testing

@Suite("World")
struct WorldTests {
    struct Garden: LocalWorld {
        let flowers: Int
    }

    @Test("A bound world is what Current gives, also in tasks that are started inside")
    func bindsForTasks() async {
        var world: World = World(locale: "de-CH")
        world.configureGarden(flowers: 3)
        let seen: (String, Int) = await world.bind {
            await Task { (Current.locale, Current.garden.flowers) }.value
        }
        #expect(seen == ("de-CH", 3))
        #expect(Current.locale == "en")
    }

    @Test("Worlds are values: a change to a copy leaves the other as it was")
    func isAValue() {
        var first: World = World()
        first.configureGarden(flowers: 1)
        var second: World = first
        second.configureGarden(flowers: 2)
        #expect(first.garden.flowers == 1)
        #expect(second.garden.flowers == 2)
    }

    @Test("What a bound body throws comes out with its type")
    func throwsTyped() {
        let world: World = World()
        #expect(throws: WireError.self) {
            try world.bind { () throws(WireError) in throw WireError.missingField(1) }
        }
    }

    @Test("The session comes with the call and is checked, unless the world sets one")
    func sessionFromMetadata() throws {
        let own: UserSession = Self.session(user: 1)
        let other: UserSession = Self.session(user: 2)
        var world: World = World(clock: .fixed(Self.noon))
        #expect(throws: SessionError.missing) { try world.requireUserSession() }
        try CallMetadata.$current.withValue(CallMetadata(session: "a token")) {
            #expect(throws: SessionError.unverifiable) { try world.requireUserSession() }
            #expect(world.userSession == nil)
            world.sessionVerifier = SessionVerifier { token, now throws(SessionError) in
                guard token == "a token", now == Self.noon else { throw .forged }
                return own
            }
            let verified: UserSession = try world.requireUserSession()
            #expect(verified == own)
            world.userSession = other
            let given: UserSession = try world.requireUserSession()
            #expect(given == other)
        }
    }

    @Test("A minor's session is none of the call's own; as a token in an input it counts")
    func minor() throws {
        let minor: UserSession = Self.session(user: 1, guardian: 2)
        var world: World = World()
        world.sessionVerifier = SessionVerifier { _, _ throws(SessionError) in minor }
        CallMetadata.$current.withValue(CallMetadata(session: "a token")) {
            #expect(throws: SessionError.ofMinor) { try world.requireUserSession() }
        }
        world.userSession = minor
        #expect(throws: SessionError.ofMinor) { try world.requireUserSession() }
        #expect(try world.verify(session: "a token") == minor)
    }

    private static let noon: Date = Date(timeIntervalSince1970: 1_800_000_000)

    private static func session(user: UInt8, guardian: UInt8? = nil) -> UserSession {
        func id(_ number: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)) }
        return UserSession(
            id: id(0), user: id(user), name: "ana", role: Role(rawValue: "patient"), guardian: guardian.map(id), issued: noon,
            expires: noon.addingTimeInterval(60))
    }

    @Test("The same seed gives the same chance and the same names")
    func seeded() {
        let first: World = World(chance: .seeded(7))
        let second: World = World(chance: .seeded(7))
        #expect((0..<5).map { _ in first.chance.next() } == (0..<5).map { _ in second.chance.next() })
        #expect(first.ids.uuid() == second.ids.uuid())
        #expect(first.ids.uuid() != first.ids.uuid())
        #expect((0..<100).allSatisfy { _ in (3...9).contains(first.chance.number(in: 3...9)) })
    }

    @Test("Random UUIDs carry version 4 and the variant of RFC 9562")
    func uuidVersion() {
        for seed: UInt64 in 0..<50 {
            let text: [Character] = Array(World(chance: .seeded(seed)).ids.uuid().uuidString)
            #expect(text[14] == "4", "seed \(seed)")
            #expect("89AB".contains(text[19]), "seed \(seed)")
        }
        #expect(Identifiers.counting().uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    }
}

extension World {
    var garden: WorldTests.Garden { self[WorldTests.Garden.self] }

    mutating func configureGarden(flowers: Int) {
        self[WorldTests.Garden.self] = WorldTests.Garden(flowers: flowers)
    }
}
