/// Base 64 by RFC 4648, with padding, as `data:` addresses have it.
enum Base64 {
    private static let digits: [UInt8] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start: Int in stride(from: 0, to: bytes.count, by: 3) {
            let count: Int = min(3, bytes.count - start)
            let group: Int = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
            for place: Int in 0..<4 {
                text.append(place <= count ? digits[group >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
