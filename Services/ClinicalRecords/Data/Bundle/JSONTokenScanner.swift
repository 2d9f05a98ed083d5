import ClinicalRecordsDomain

/// Checks a number or one of the literals `true`, `false` and `null`.
enum JSONTokenScanner {
    /// What is still to come of a literal.
    case literal(ArraySlice<UInt8>)
    case number(NumberPart)

    /// Where in a number the last byte stands.
    enum NumberPart {
        case minus
        case zero
        case integer
        case point
        case fraction
        case exponent
        case exponentSign
        case exponentDigits
    }

    /// Starts with a token's first byte; nil where no token starts so.
    init?(first byte: UInt8) {
        switch byte {
        case UInt8(ascii: "t"): self = .literal(Array("rue".utf8)[...])
        case UInt8(ascii: "f"): self = .literal(Array("alse".utf8)[...])
        case UInt8(ascii: "n"): self = .literal(Array("ull".utf8)[...])
        case UInt8(ascii: "-"): self = .number(.minus)
        case UInt8(ascii: "0"): self = .number(.zero)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): self = .number(.integer)
        default: return nil
        }
    }

    /// Whether the token could be over.
    var mayEnd: Bool {
        switch self {
        case .literal(let rest): rest.isEmpty
        case .number(.zero), .number(.integer), .number(.fraction), .number(.exponentDigits): true
        case .number: false
        }
    }

    /// Takes one byte.
    /// - Returns: false where the token was over before it.
    mutating func take(_ byte: UInt8, at position: TextPosition) throws(BundleProblem) -> Bool {
        switch self {
        case .literal(let rest):
            if rest.first == byte {
                self = .literal(rest.dropFirst())
                return true
            }
        case .number(let part):
            if let next: NumberPart = part.next(byte) {
                self = .number(next)
                return true
            }
        }
        guard mayEnd else {
            throw .notJSON(position, reason: "\(JSONScanner.name(of: byte)) can not go on a number, true, false or null")
        }
        return false
    }
}

extension JSONTokenScanner.NumberPart {
    /// The part in which `byte` stands after this one; nil where it can not follow.
    fileprivate func next(_ byte: UInt8) -> Self? {
        let isDigit: Bool = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        let isExponent: Bool = byte | 0x20 == UInt8(ascii: "e")
        switch self {
        case .minus: return isDigit ? (byte == UInt8(ascii: "0") ? .zero : .integer) : nil
        case .zero, .integer:
            if isDigit { return self == .integer ? .integer : nil }
            return byte == UInt8(ascii: ".") ? .point : (isExponent ? .exponent : nil)
        case .point: return isDigit ? .fraction : nil
        case .fraction: return isDigit ? .fraction : (isExponent ? .exponent : nil)
        case .exponent:
            return isDigit ? .exponentDigits : (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") ? .exponentSign : nil)
        case .exponentSign, .exponentDigits: return isDigit ? .exponentDigits : nil
        }
    }
}
