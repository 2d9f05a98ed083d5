public import ColonnadeContract
public import ColonnadeSystemIO

/// Text is written as a literal. What stands in `\(…)` becomes an argument: the shell writes it in the person's language and time zone,
/// and braces in it stand for themselves.
///
/// ```swift
/// let text: ScreenText = "Booked with \(name) on \(moment: start)"
/// ```
extension ScreenText: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.text, arguments: stringInterpolation.arguments)
    }

    /// The same text under a key of the languages vertical.
    public func keyed(_ key: String) -> ScreenText {
        ScreenText(text, arguments: arguments, key: key)
    }

    /// The parts of an interpolated text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: String = ""
        fileprivate var arguments: [ScreenArgument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 3)
            arguments.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// A value that the shell writes.
        public mutating func appendInterpolation(_ argument: ScreenArgument) {
            text += "{\(arguments.count)}"
            arguments.append(argument)
        }

        /// A name, or what somebody wrote, as it is.
        public mutating func appendInterpolation(_ text: String) {
            appendInterpolation(ScreenArgument.text(text))
        }

        /// A count.
        public mutating func appendInterpolation(_ integer: Int) {
            appendInterpolation(ScreenArgument.integer(integer))
        }

        /// A date and time, in the person's time zone.
        public mutating func appendInterpolation(moment: Date) {
            appendInterpolation(ScreenArgument.moment(moment))
        }

        /// A day of the calendar.
        public mutating func appendInterpolation(_ day: ScreenDay) {
            appendInterpolation(ScreenArgument.day(day))
        }

        /// A time of the day.
        public mutating func appendInterpolation(_ time: ScreenTime) {
            appendInterpolation(ScreenArgument.time(time))
        }

        /// A person, by the id of their records; where who looks has to prove that they may know the name, with a minor's session.
        public mutating func appendInterpolation(person id: String, session: String? = nil) {
            appendInterpolation(ScreenArgument.person(id, session: session))
        }

        /// How long something takes.
        public mutating func appendInterpolation(_ duration: Duration) {
            appendInterpolation(ScreenArgument.duration(duration))
        }
    }
}

extension ScreenText {
    /// The text with its arguments in their places, each as `write` writes it. A place without an argument stands for itself, and so does
    /// each behind as many bytes as a screen may have: a text that names a long argument often does not fill a shell's memory.
    public func written(_ write: (ScreenArgument) -> String) -> String {
        guard !arguments.isEmpty else { return text }
        var written: String = ""
        var rest: Substring = text[...]
        while let brace: String.Index = rest.firstIndex(of: "{") {
            written += rest[..<brace]
            rest = rest[brace...]
            guard let end: String.Index = rest.firstIndex(of: "}"), let index: Int = Int(rest[rest.index(after: brace)..<end]),
                arguments.indices.contains(index), written.utf8.count < ScreenLimits().screenBytes
            else {
                written += "{"
                rest = rest.dropFirst()
                continue
            }
            written += write(arguments[index])
            rest = rest[rest.index(after: end)...]
        }
        return written + rest
    }
}
