import ColonnadeContract

/// Every form that an interface may have, for tests of the generator and of its codecs.
public protocol KitchenSinkInterface: Interface where Refused == KitchenSinkRefusal {
    /// Every kind of field.
    func everything(_ input: Everything) async throws(Failure) -> Everything

    /// No parameter and no result.
    func nothing() async throws(Failure)

    /// Void, written out as the Input.
    func void(_ input: Void) async throws(Failure)

    /// A scalar in, an optional out.
    func find(_ input: UUID) async throws(Failure) -> Everything?

    /// Collections at top level.
    func sort(_ input: [String: [Int]]) async throws(Failure) -> [[Int]]

    /// An enum without values at top level, and bytes.
    func paint(_ input: Colour) async throws(Failure) -> [UInt8]

    /// Many outputs without an Input.
    func watch() -> Outputs<Mood>

    /// A conversation in values that are no DTO.
    func chat(_ input: String?, _ commands: Commands<[UInt8]>) -> Outputs<Shape>

    /// A name that is a word of the language.
    func `repeat`(_ input: Mood) async throws(Failure) -> Mood
}

/// Refuses without values, and is a message all the same.
public enum KitchenSinkRefusal: Refusal, Hashable {
    case broken
    case empty
}

/// Every kind of field.
public struct Everything: Idempotent, Hashable, Sendable {
    /// A constant, which is no field.
    public static let limit: Int = 3

    public let flag: Bool
    public let int: Int
    public let int8: Int8
    public let int16: Int16
    public let int32: Int32
    public let int64: Int64
    public let uint: UInt
    public let uint8: UInt8
    public let uint16: UInt16
    public let uint32: UInt32
    public let uint64: UInt64
    public let float: Float
    public let double: Double
    public let string: String
    public let bytes: [UInt8]
    public let date: Date
    public let duration: Duration
    public let uuid: UUID
    public let colour: Colour
    public let shape: Shape
    public let tree: Tree
    public let optionals: Optionals
    public let arrays: Arrays
    public let dictionaries: Dictionaries
    public let names: Names

    /// An accessor, which is no field.
    public var isLarge: Bool { int > Self.limit }

    public init(
        flag: Bool, int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64, uint: UInt, uint8: UInt8, uint16: UInt16,
        uint32: UInt32, uint64: UInt64, float: Float, double: Double, string: String, bytes: [UInt8], date: Date,
        duration: Duration, uuid: UUID, colour: Colour, shape: Shape, tree: Tree, optionals: Optionals, arrays: Arrays,
        dictionaries: Dictionaries, names: Names
    ) {
        self.flag = flag
        self.int = int
        self.int8 = int8
        self.int16 = int16
        self.int32 = int32
        self.int64 = int64
        self.uint = uint
        self.uint8 = uint8
        self.uint16 = uint16
        self.uint32 = uint32
        self.uint64 = uint64
        self.float = float
        self.double = double
        self.string = string
        self.bytes = bytes
        self.date = date
        self.duration = duration
        self.uuid = uuid
        self.colour = colour
        self.shape = shape
        self.tree = tree
        self.optionals = optionals
        self.arrays = arrays
        self.dictionaries = dictionaries
        self.names = names
    }
}

/// Recursion through an array and an optional in it.
public struct Tree: Hashable, Sendable {
    public let name: String
    public let branches: [Tree]

    public init(name: String, branches: [Tree] = []) {
        self.name = name
        self.branches = branches
    }
}

/// Values that may be missing.
public struct Optionals: Hashable, Sendable {
    public var flag: Bool? = nil
    public var int: Int? = nil
    public var uint: UInt32?
    public var float: Float?
    public var double: Double?
    public var string: String?
    public var bytes: [UInt8]?
    public var date: Date?
    public var duration: Duration?
    public var uuid: UUID?
    public var colour: Colour?
    public var shape: Shape?
    public var tree: Tree?
    public var numbers: [Int]?
    public var table: [String: Int]?
    public var twice: String??

    public init() {}
}

/// Values that repeat.
public struct Arrays: Hashable, Sendable {
    public var flags: [Bool] = []
    public var ints: [Int] = []
    public var bits: [Int8] = []
    public var words: [UInt16] = []
    public var uints: [UInt64] = []
    public var floats: [Float] = []
    public var doubles: [Double] = []
    public var strings: [String] = []
    public var chunks: [[UInt8]] = []
    public var dates: [Date] = []
    public var durations: [Duration] = []
    public var uuids: [UUID] = []
    public var colours: [Colour] = []
    public var moods: [Mood] = []
    public var shapes: [Shape] = []
    public var trees: [Tree] = []
    public var rows: [[Int]] = []
    public var cubes: [[[Bool]]] = []
    public var gaps: [Int?] = []
    public var tables: [[String: Double]] = []

    public init() {}
}

/// Values by key.
public struct Dictionaries: Hashable, Sendable {
    public var flags: [String: Bool] = [:]
    public var names: [Int: String] = [:]
    public var counts: [UInt16: Int64] = [:]
    public var dates: [Int8: Date] = [:]
    public var ids: [String: UUID] = [:]
    public var colours: [String: Colour] = [:]
    public var shapes: [UInt64: Shape] = [:]
    public var trees: [String: Tree] = [:]
    public var rows: [String: [Int]] = [:]
    public var gaps: [Int: String?] = [:]
    public var tables: [String: [String: [Int32: Bool]]] = [:]

    public init() {}
}

/// Names that generated code, or the language, uses itself.
public struct Names: Hashable, Sendable {
    public let `default`: Int
    public let key: String
    public let reader: String?
    public let writer: [Int]
    public let entry: [String: String]
    public let box, boxed: [[Int]]
    public let result: Names.Result_
    public let element: [String]
    public let entryKey: String
    public let elementField: String

    public init(
        default: Int, key: String, reader: String?, writer: [Int], entry: [String: String], box: [[Int]], boxed: [[Int]],
        result: Names.Result_, element: [String], entryKey: String, elementField: String
    ) {
        self.default = `default`
        self.key = key
        self.reader = reader
        self.writer = writer
        self.entry = entry
        self.box = box
        self.boxed = boxed
        self.result = result
        self.element = element
        self.entryKey = entryKey
        self.elementField = elementField
    }

    /// A nested enum with awkward cases.
    public enum Result_: Hashable, Sendable {
        case `in`(`for`: Int, `default`: String)
        case some(Colour, [Colour], reader: Names.Colour?)
        case none
    }

    /// Hides the outer type of this name.
    public enum Colour: Hashable, Sendable {
        case dark, light
    }
}

/// A closed enum without values.
public enum Colour: String, CaseIterable, Hashable, Sendable {
    case red
    case green, blue
}

/// An open enum without values.
public enum Mood: Hashable, Sendable {
    case calm
    case merry
    case unknown(Unrecognized)
}

/// An open enum with values, one of them itself.
public indirect enum Shape: Hashable, Sendable {
    case point
    case circle(Double)
    case box(width: Int, height: Int?)
    case line([Double], name: String)
    case inside(Shape)
    case unknown(Unrecognized)
}
