/// A number of bytes as people write it: `512KB`, `10MB`, `1GB`, in powers of 1,024.
enum ByteCountText {
    /// - Returns: nil for anything else, and beyond 2^53.
    static func parse(_ text: String) -> Int? {
        let digits: Substring = text.prefix { $0.isASCII && $0.isNumber }
        guard let count: Int = Int(digits), count < 1 << 23 || digits.endIndex == text.endIndex else { return nil }
        switch text[digits.endIndex...] {
        case "", "B": return count
        case "KB": return count << 10
        case "MB": return count << 20
        case "GB": return count << 30
        default: return nil
        }
    }

    /// The same form, in the largest unit that leaves no rest.
    static func format(_ bytes: Int) -> String {
        let units: [(shift: Int, name: String)] = [(30, "GB"), (20, "MB"), (10, "KB")]
        guard let unit: (shift: Int, name: String) = units.first(where: { bytes > 0 && bytes & ((1 << $0.shift) - 1) == 0 }) else {
            return "\(bytes)B"
        }
        return "\(bytes >> unit.shift)\(unit.name)"
    }
}
