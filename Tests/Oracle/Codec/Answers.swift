import ColonnadeContract
import Foundation
import SuiteCodecs

/// A batch of questions, each with one answer: an operation (1 byte), a type's index (2), a length (4) and so many bytes. An
/// answer is a status (1), a length (4) and so many bytes.
struct Answers {
    private enum Operation: UInt8 {
        /// The names of all types in the order of their indexes, a line each: `Maps.Place`.
        case names
        /// The bytes are decoded. The answer: a length (4), so many bytes of the value encoded again, and the value as text.
        case roundTrip
        /// A random value of the type; the bytes are the seed. The answer is that of a round trip.
        case random
        /// The bytes are a length (4), so many bytes of the consumer's contract as a lock, and the provider's. The answer is every
        /// reason why they do not fit, a line each.
        case verdict
    }

    private struct Entry {
        let interface: InterfaceCodecs
        let codec: Codec
        var random: RandomBody
    }

    private let problems: [String]
    private var entries: [Entry]

    init() {
        let interfaces: [InterfaceCodecs] = InterfaceCodecs.all + InterfaceCodecs.configurations
        entries = interfaces.flatMap { interface in
            interface.codecs.map { Entry(interface: interface, codec: $0, random: RandomBody(interface.contract)) }
        }
        problems = interfaces.flatMap { interface in interface.missing.map { "\(interface.contract.name).\($0)" } }
    }

    static func number(_ value: Int) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
    }

    mutating func answer(_ questions: Data) -> Data {
        let bytes: [UInt8] = [UInt8](questions)
        var answer: Data = Data()
        var offset: Int = 0
        while offset + 7 <= bytes.count {
            let index: Int = Int(bytes[offset + 1]) | Int(bytes[offset + 2]) << 8
            let length: Int = bytes[offset + 3..<offset + 7].reversed().reduce(0) { $0 << 8 | Int($1) }
            let end: Int = min(offset + 7 + length, bytes.count)
            let result: (isGood: Bool, bytes: [UInt8]) = result(Operation(rawValue: bytes[offset]), index, Array(bytes[offset + 7..<end]))
            answer.append(result.isGood ? 0 : 1)
            answer.append(Self.number(result.bytes.count))
            answer.append(contentsOf: result.bytes)
            offset = end
        }
        return answer
    }

    private mutating func result(_ operation: Operation?, _ index: Int, _ bytes: [UInt8]) -> (isGood: Bool, bytes: [UInt8]) {
        if operation == .names { return names() }
        if operation == .verdict { return verdict(bytes) }
        guard let operation, entries.indices.contains(index) else { return (false, Array("no such question".utf8)) }
        do {
            let value: any WireMessage = try entries[index].codec.decode(operation == .random ? random(index, seed: bytes) : bytes)
            let encoded: [UInt8] = value.encoded()
            return (true, [UInt8](Self.number(encoded.count)) + encoded + Array(ValueText.text(value).utf8))
        } catch {
            return (false, Array("\(error)".utf8))
        }
    }

    private mutating func random(_ index: Int, seed: [UInt8]) -> [UInt8] {
        entries[index].random.value(entries[index].codec.type, seed: seed.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    private func verdict(_ bytes: [UInt8]) -> (isGood: Bool, bytes: [UInt8]) {
        let length: Int = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        do {
            let consumer: ContractDescriptor = try JSONDecoder().decode(
                ContractDescriptor.self, from: Data(bytes.dropFirst(4).prefix(length)))
            let provider: ContractDescriptor = try JSONDecoder().decode(ContractDescriptor.self, from: Data(bytes.dropFirst(4 + length)))
            let problems: [String] = ContractComparison(consumer: consumer, provider: provider).problems
            return (true, Array(problems.joined(separator: "\n").utf8))
        } catch {
            return (false, Array("\(error)".utf8))
        }
    }

    private func names() -> (isGood: Bool, bytes: [UInt8]) {
        guard problems.isEmpty else {
            return (false, Array("add to the lists of InterfaceCodecs: \(problems.joined(separator: ", "))".utf8))
        }
        return (true, Array(entries.map { "\($0.interface.contract.name).\($0.codec.type)" }.joined(separator: "\n").utf8))
    }
}
