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
}
