import ColonnadeWire

/// One field of every kind, written as the generator writes codecs.
public struct Sample: WireMessage, Equatable {
    public var flag: Bool = false
    public var signed: Int64 = 0
    public var small: Int8 = 0
    public var unsigned: UInt64 = 0
    public var plain: Int64 = 0
    public var float: Float = 0
    public var double: Double = 0
    public var text: String = ""
    public var bytes: [UInt8] = []
    public var children: [Sample] = []
    public var numbers: [Int64] = []
    public var names: [String] = []

    public init() {}

    public func encode(into writer: inout WireWriter) {
        writer.writeBool(flag, field: 1)
        writer.writeSigned(signed, field: 2)
        writer.writeSigned(Int64(small), field: 3)
        writer.writeUnsigned(unsigned, field: 4)
        writer.writePlain(plain, field: 5)
        writer.writeFloat(float, field: 6)
        writer.writeDouble(double, field: 7)
        writer.writeString(text, field: 8)
        writer.writeBytes(bytes, field: 9)
        for child: Sample in children { writer.writeMessage(child, field: 10) }
        if !numbers.isEmpty {
            writer.writeNested(field: 11) { nested in
                for number: Int64 in numbers { nested.zigzag(number) }
            }
        }
        for name: String in names { writer.writeString(name, field: 16) }
    }

    public init(from reader: inout WireReader) throws(WireError) {
        while let key: WireKey = try reader.nextKey() {
            switch key.field {
            case 1: flag = try reader.readBool(key)
            case 2: signed = try reader.readSigned(key)
            case 3: small = try reader.readSigned(key)
            case 4: unsigned = try reader.readUnsigned(key)
            case 5: plain = try reader.readPlain(key)
            case 6: float = try reader.readFloat(key)
            case 7: double = try reader.readDouble(key)
            case 8: text = try reader.readString(key)
            case 9: bytes = try reader.readBytes(key)
            case 10: children.append(try reader.readMessage(key))
            case 11:
                var values: WireReader = try reader.readPacked(key, of: .varint)
                while !values.isAtEnd { numbers.append(try values.zigzag()) }
            case 16: names.append(try reader.readString(key))
            default: try reader.skip(key)
            }
        }
    }

    /// Equal also where a float is not a number.
    public static func == (left: Sample, right: Sample) -> Bool { left.encoded() == right.encoded() }
}

extension Sample {
    public init(random: inout SeededGenerator, depth: Int = 0) {
        flag = Bool.random(using: &random)
        signed = Int64(bitPattern: random.integer())
        small = Int8(truncatingIfNeeded: random.integer())
        unsigned = random.integer()
        plain = Int64(bitPattern: random.integer())
        float = Float(bitPattern: UInt32(truncatingIfNeeded: random.integer()))
        double = Double(bitPattern: random.integer())
        text = random.text()
        bytes = random.bytes(upTo: 300)
        if depth < 3 {
            for _ in 0..<Int.random(in: 0...2, using: &random) { children.append(Sample(random: &random, depth: depth + 1)) }
        }
        numbers = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int64(bitPattern: random.integer()) }
        names = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.text() }
    }
}

/// A list, each in the next.
public struct Nest: WireMessage, Equatable {
    public var levels: Int

    public init(levels: Int) {
        self.levels = levels
    }

    public func encode(into writer: inout WireWriter) {
        if levels > 0 { writer.writeMessage(Nest(levels: levels - 1), field: 1) }
    }

    public init(from reader: inout WireReader) throws(WireError) {
        levels = 0
        while let key: WireKey = try reader.nextKey() {
            levels = try (reader.readMessage(key) as Nest).levels + 1
        }
    }
}
