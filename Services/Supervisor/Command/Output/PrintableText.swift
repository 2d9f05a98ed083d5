extension String {
    /// The text with its control characters as `\u{1b}`: nobody whose words are shown steers a terminal, or turns the order of what
    /// stands there. Tabs and line ends stay.
    var printable: String {
        guard unicodeScalars.contains(where: Self.steers) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if Self.steers(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Unicode's category Cc, and its characters for the direction of text.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
