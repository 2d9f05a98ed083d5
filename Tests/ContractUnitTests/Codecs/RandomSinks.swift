import ColonnadeContract
import ColonnadeWorld
import KitchenSinkIO

/// Makes random values of the kitchen sink's types; the same for the same seed.
struct RandomSinks {
    private static let times: ClosedRange<Int64> = -4_000_000_000_000_000_000...4_000_000_000_000_000_000

    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func everything() -> Everything {
        Everything(
            flag: .random(using: &generator), int: integer(), int8: integer(), int16: integer(), int32: integer(),
            int64: integer(), uint: integer(), uint8: integer(), uint16: integer(), uint32: integer(), uint64: integer(),
            float: Float(double()), double: double(), string: string(), bytes: bytes(), date: date(), duration: duration(),
            uuid: uuid(), colour: colour(), shape: shape(), tree: tree(), optionals: optionals(), arrays: arrays(),
            dictionaries: dictionaries(), names: names())
    }

    mutating func shape(depth: Int = 0) -> Shape {
        switch Int.random(in: 0..<(depth < 4 ? 5 : 4), using: &generator) {
        case 0: .point
        case 1: .circle(double())
        case 2: .box(width: integer(), height: chance() ? integer() : nil)
        case 3: .line(many { $0.double() }, name: string())
        default: .inside(shape(depth: depth + 1))
        }
    }

    mutating func tree(depth: Int = 0) -> Tree {
        Tree(name: string(), branches: depth < 3 ? many { $0.tree(depth: depth + 1) } : [])
    }

    mutating func optionals() -> Optionals {
        var value: Optionals = Optionals()
        value.flag = maybe { .random(using: &$0.generator) }
        value.int = maybe { $0.integer() }
        value.uint = maybe { $0.integer() }
        value.float = maybe { Float($0.double()) }
        value.double = maybe { $0.double() }
        value.string = maybe { $0.string() }
        value.bytes = maybe { $0.bytes() }
        value.date = maybe { $0.date() }
        value.duration = maybe { $0.duration() }
        value.uuid = maybe { $0.uuid() }
        value.colour = maybe { $0.colour() }
        value.shape = maybe { $0.shape() }
        value.tree = maybe { $0.tree() }
        value.numbers = maybe { $0.many { $0.integer() } }
        value.table = maybe { $0.table { ($0.string(), $0.integer()) } }
        value.twice = maybe { $0.maybe { $0.string() } }
        return value
    }

    mutating func arrays() -> Arrays {
        var value: Arrays = Arrays()
        value.flags = many { .random(using: &$0.generator) }
        value.ints = many { $0.integer() }
        value.bits = many { $0.integer() }
        value.words = many { $0.integer() }
        value.uints = many { $0.integer() }
        value.floats = many { Float($0.double()) }
        value.doubles = many { $0.double() }
        value.strings = many { $0.string() }
        value.chunks = many { $0.bytes() }
        value.dates = many { $0.date() }
        value.durations = many { $0.duration() }
        value.uuids = many { $0.uuid() }
        value.colours = many { $0.colour() }
        value.moods = many { $0.chance() ? .calm : .merry }
        value.shapes = many { $0.shape() }
        value.trees = many { $0.tree(depth: 2) }
        value.rows = many { $0.many { $0.integer() } }
        value.cubes = many { $0.many { $0.many { $0.chance() } } }
        value.gaps = many { $0.maybe { $0.integer() } }
        value.tables = many { $0.table { ($0.string(), $0.double()) } }
        return value
    }

    mutating func dictionaries() -> Dictionaries {
        var value: Dictionaries = Dictionaries()
        value.flags = table { ($0.string(), $0.chance()) }
        value.names = table { ($0.integer(), $0.string()) }
        value.counts = table { ($0.integer(), $0.integer()) }
        value.dates = table { ($0.integer(), $0.date()) }
        value.ids = table { ($0.string(), $0.uuid()) }
        value.colours = table { ($0.string(), $0.colour()) }
        value.shapes = table { ($0.integer(), $0.shape()) }
        value.trees = table { ($0.string(), $0.tree(depth: 2)) }
        value.rows = table { ($0.string(), $0.many { $0.integer() }) }
        value.gaps = table { ($0.integer(), $0.maybe { $0.string() }) }
        value.tables = table { ($0.string(), $0.table { ($0.string(), $0.table { ($0.integer(), $0.chance()) }) }) }
        return value
    }

    mutating func names() -> Names {
        Names(
            default: integer(), key: string(), reader: maybe { $0.string() }, writer: many { $0.integer() },
            entry: table { ($0.string(), $0.string()) }, box: many { $0.many { $0.integer() } },
            boxed: many { $0.many { $0.integer() } }, result: result(), element: many { $0.string() }, entryKey: string(),
            elementField: string())
    }

    // MARK: Parts

    private mutating func result() -> Names.Result_ {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .in(for: integer(), default: string())
        case 1: .some(.light, many { $0.chance() ? .dark : .light }, reader: maybe { $0.chance() ? .dark : .light })
        default: .none
        }
    }

    /// Small numbers and the ends of the range come often.
    private mutating func integer<Value: FixedWidthInteger>() -> Value {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Value(truncatingIfNeeded: Int.random(in: -3...300, using: &generator))
        case 1: [Value.min, Value.max, 0].randomElement(using: &generator) ?? 0
        default: .random(in: .min ... .max, using: &generator)
        }
    }

    private mutating func double() -> Double { .random(in: -1e6...1e6, using: &generator) }

    private mutating func string() -> String {
        let letters: [Character] = ["a", "Z", "0", " ", "é", "ß", "中", "🙂", "\"", "\n"]
        let count: Int = [0, 1, 5, 20, 200].randomElement(using: &generator) ?? 0
        return String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
    }

    private mutating func bytes() -> [UInt8] { many { $0.integer() } }

    /// A time that nanoseconds can say.
    private mutating func date() -> Date { Date(wireNanoseconds: .random(in: Self.times, using: &generator)) }

    private mutating func duration() -> Duration { .nanoseconds(integer() as Int64) }

    private mutating func uuid() -> UUID { .random(using: &generator) }

    private mutating func colour() -> Colour { Colour.allCases.randomElement(using: &generator) ?? .red }

    private mutating func chance() -> Bool { .random(using: &generator) }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { chance() ? make(&self) : nil }

    private mutating func many<Value>(_ make: (inout Self) -> Value) -> [Value] {
        let count: Int = .random(in: 0...3, using: &generator)
        return (0..<count).map { _ in make(&self) }
    }

    private mutating func table<Key: Hashable, Value>(_ make: (inout Self) -> (Key, Value)) -> [Key: Value] {
        Dictionary(many(make)) { _, last in last }
    }
}
