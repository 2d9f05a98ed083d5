/// How a type that is no struct and no enum travels.
enum ScalarKind: Hashable, Sendable {
    /// Zigzag varint, of so many bits.
    case signed(Int)
    /// Varint, of so many bits.
    case unsigned(Int)
    /// Anything that is read only by what it was written as.
    case other(String)

    init(_ name: String) {
        switch name {
        case "Int", "Int64": self = .signed(64)
        case "Int32": self = .signed(32)
        case "Int16": self = .signed(16)
        case "Int8": self = .signed(8)
        case "UInt", "UInt64": self = .unsigned(64)
        case "UInt32": self = .unsigned(32)
        case "UInt16": self = .unsigned(16)
        case "UInt8": self = .unsigned(8)
        default: self = .other(name)
        }
    }

    /// Whether every value of this kind can be read as `reader`.
    func isReadable(as reader: ScalarKind) -> Bool {
        switch (self, reader) {
        case (.signed(let width), .signed(let room)), (.unsigned(let width), .unsigned(let room)): width <= room
        default: self == reader
        }
    }
}
