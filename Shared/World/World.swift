/// The environment that a vertical sees: time, chance, names, language, session and configuration, and the local worlds of
/// the verticals. A value: a test makes one, changes what it likes, and binds it for everything that runs inside.
///
/// A vertical adds its own part as an extension:
/// ```swift
/// extension World {
///     public struct Maps: LocalWorld { public let configuration: MapsConfiguration }
///     public var maps: Maps { self[Maps.self] }
///     public mutating func configureMaps(config: MapsConfiguration) { self[Maps.self] = Maps(configuration: config) }
/// }
/// ```
public struct World: Sendable {
    /// The world of this task. The runtime binds the vertical's around every handler; tasks that a handler starts inherit it.
    @TaskLocal public static var current: World = World()

    /// Time.
    public var clock: WorldClock
    /// Randomness.
    public var chance: Chance
    /// New identifiers.
    public var ids: Identifiers
    /// The language and region of what people read, as a BCP 47 tag: `en-GB`.
    public var locale: String
    var givenSession: UserSession?
    var givenVerifier: SessionVerifier?
    private var locals: [ObjectIdentifier: any LocalWorld] = [:]

    /// A world; the real one where nothing else is given.
    public init(
        clock: WorldClock = .system, chance: Chance = .system, ids: Identifiers? = nil, locale: String = "en"
    ) {
        self.clock = clock
        self.chance = chance
        self.ids = ids ?? Identifiers(chance: chance)
        self.locale = locale
    }

    /// The part of the world that one vertical has configured. Reading what nobody configured is a bug.
    public subscript<Local: LocalWorld>(_ type: Local.Type) -> Local {
        get {
            guard let local: Local = locals[ObjectIdentifier(type)] as? Local else {
                preconditionFailure("\(type) was read before it was configured; its launcher plugin's configure(_:config:) does that")
            }
            return local
        }
        set { locals[ObjectIdentifier(type)] = newValue }
    }

    /// Runs `body` with this world as ``current``, and everything that it starts.
    public func bind<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await World.$current.withValue(self) {
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Runs `body` with this world as ``current``, and everything that it starts.
    public func bind<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let result: Result<Value, Failure> = World.$current.withValue(self) {
            do throws(Failure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

// The vocabulary's word, written large on purpose: it stands out where it is read.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The world of this task. Read by builders and containers; what they make gets its dependencies by initializers.
public var Current: World { World.current }

/// The part of a world that belongs to one vertical.
public protocol LocalWorld: Sendable {}
