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
    /// Without values.
    case broken
    /// Without values.
    case empty
}

/// Every kind of field.
public struct Everything: Idempotent, Hashable, Sendable {
    /// A constant, which is no field.
    public static let limit: Int = 3

    /// Travels as bool.
    public let flag: Bool
    /// Travels as sint64.
    public let int: Int
    /// Travels as sint64.
    public let int8: Int8
    /// Travels as sint64.
    public let int16: Int16
    /// Travels as sint64.
    public let int32: Int32
    /// Travels as sint64.
    public let int64: Int64
    /// Travels as uint64.
    public let uint: UInt
    /// Travels as uint64.
    public let uint8: UInt8
    /// Travels as uint64.
    public let uint16: UInt16
    /// Travels as uint64.
    public let uint32: UInt32
    /// Travels as uint64.
    public let uint64: UInt64
    /// Travels as fixed32.
    public let float: Float
    /// Travels as fixed64.
    public let double: Double
    /// Travels as string.
    public let string: String
    /// Travels as bytes.
    public let bytes: [UInt8]
    /// Travels as int64 nanoseconds.
    public let date: Date
    /// Travels as int64 nanoseconds.
    public let duration: Duration
    /// Travels as 16 bytes.
    public let uuid: UUID
    /// Travels as an enum.
    public let colour: Colour
    /// Travels as a message.
    public let shape: Shape
    /// Travels as a message.
    public let tree: Tree
    /// Travels as a message.
    public let optionals: Optionals
    /// Travels as a message.
    public let arrays: Arrays
    /// Travels as a message.
    public let dictionaries: Dictionaries
    /// Travels as a message.
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
    /// Travels as string.
    public let name: String
    /// Travels as repeated: a message.
    public let branches: [Tree]

    public init(name: String, branches: [Tree] = []) {
        self.name = name
        self.branches = branches
    }
}

/// Values that may be missing.
public struct Optionals: Hashable, Sendable {
    /// Travels as bool, or left out.
    public var flag: Bool? = nil
    /// Travels as sint64, or left out.
    public var int: Int? = nil
    /// Travels as uint64, or left out.
    public var uint: UInt32?
    /// Travels as fixed32, or left out.
    public var float: Float?
    /// Travels as fixed64, or left out.
    public var double: Double?
    /// Travels as string, or left out.
    public var string: String?
    /// Travels as bytes, or left out.
    public var bytes: [UInt8]?
    /// Travels as int64 nanoseconds, or left out.
    public var date: Date?
    /// Travels as int64 nanoseconds, or left out.
    public var duration: Duration?
    /// Travels as 16 bytes, or left out.
    public var uuid: UUID?
    /// Travels as an enum, or left out.
    public var colour: Colour?
    /// Travels as a message, or left out.
    public var shape: Shape?
    /// Travels as a message, or left out.
    public var tree: Tree?
    /// Travels as a message of its own with packed sint64, or left out.
    public var numbers: [Int]?
    /// Travels as a message of its own with entries of string and sint64, or left out.
    public var table: [String: Int]?
    /// Travels as a message of its own with string, or left out, or left out.
    public var twice: String??

    public init() {}
}

/// Values that repeat.
public struct Arrays: Hashable, Sendable {
    /// Travels as packed bool.
    public var flags: [Bool] = []
    /// Travels as packed sint64.
    public var ints: [Int] = []
    /// Travels as packed sint64.
    public var bits: [Int8] = []
    /// Travels as packed uint64.
    public var words: [UInt16] = []
    /// Travels as packed uint64.
    public var uints: [UInt64] = []
    /// Travels as packed fixed32.
    public var floats: [Float] = []
    /// Travels as packed fixed64.
    public var doubles: [Double] = []
    /// Travels as repeated: string.
    public var strings: [String] = []
    /// Travels as repeated: bytes.
    public var chunks: [[UInt8]] = []
    /// Travels as packed int64 nanoseconds.
    public var dates: [Date] = []
    /// Travels as packed int64 nanoseconds.
    public var durations: [Duration] = []
    /// Travels as repeated: 16 bytes.
    public var uuids: [UUID] = []
    /// Travels as packed enums.
    public var colours: [Colour] = []
    /// Travels as packed enums.
    public var moods: [Mood] = []
    /// Travels as repeated: a message.
    public var shapes: [Shape] = []
    /// Travels as repeated: a message.
    public var trees: [Tree] = []
    /// Travels as repeated: packed sint64.
    public var rows: [[Int]] = []
    /// Travels as repeated: repeated: packed bool.
    public var cubes: [[[Bool]]] = []
    /// Travels as repeated: sint64, or left out.
    public var gaps: [Int?] = []
    /// Travels as repeated: entries of string and fixed64.
    public var tables: [[String: Double]] = []

    public init() {}
}

/// Values by key.
public struct Dictionaries: Hashable, Sendable {
    /// Travels as entries of string and bool.
    public var flags: [String: Bool] = [:]
    /// Travels as entries of sint64 and string.
    public var names: [Int: String] = [:]
    /// Travels as entries of uint64 and sint64.
    public var counts: [UInt16: Int64] = [:]
    /// Travels as entries of sint64 and int64 nanoseconds.
    public var dates: [Int8: Date] = [:]
    /// Travels as entries of string and 16 bytes.
    public var ids: [String: UUID] = [:]
    /// Travels as entries of string and an enum.
    public var colours: [String: Colour] = [:]
    /// Travels as entries of uint64 and a message.
    public var shapes: [UInt64: Shape] = [:]
    /// Travels as entries of string and a message.
    public var trees: [String: Tree] = [:]
    /// Travels as entries of string and packed sint64.
    public var rows: [String: [Int]] = [:]
    /// Travels as entries of sint64 and string, or left out.
    public var gaps: [Int: String?] = [:]
    /// Travels as entries of string and entries of string and entries of sint64 and bool.
    public var tables: [String: [String: [Int32: Bool]]] = [:]

    public init() {}
}

/// Names that generated code, or the language, uses itself.
public struct Names: Hashable, Sendable {
    /// Travels as sint64.
    public let `default`: Int
    /// Travels as string.
    public let key: String
    /// Travels as string, or left out.
    public let reader: String?
    /// Travels as packed sint64.
    public let writer: [Int]
    /// Travels as entries of string and string.
    public let entry: [String: String]
    /// Travels as repeated: packed sint64.
    public let box, boxed: [[Int]]
    /// Travels as a message.
    public let result: Names.Result_
    /// Travels as repeated: string.
    public let element: [String]
    /// Travels as string.
    public let entryKey: String
    /// Travels as string.
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
        /// With values.
        case `in`(`for`: Int, `default`: String)
        /// With values.
        case some(Colour, [Colour], reader: Names.Colour?)
        /// Without values.
        case none
    }

    /// Hides the outer type of this name.
    public enum Colour: Hashable, Sendable {
        /// Without values.
        case dark, light
    }
}

/// A closed enum without values.
public enum Colour: String, CaseIterable, Hashable, Sendable {
    /// Without values.
    case red
    /// Without values.
    case green, blue
}

/// An open enum without values.
public enum Mood: Hashable, Sendable {
    /// Without values.
    case calm
    /// Without values.
    case merry
    case unknown(Unrecognized)
}

/// An open enum with values, one of them itself.
public indirect enum Shape: Hashable, Sendable {
    /// Without values.
    case point
    /// With values.
    case circle(Double)
    /// With values.
    case box(width: Int, height: Int?)
    /// With values.
    case line([Double], name: String)
    /// With values.
    case inside(Shape)
    case unknown(Unrecognized)
}
