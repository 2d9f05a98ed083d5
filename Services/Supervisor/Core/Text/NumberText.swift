/// Numbers in few columns.
public enum NumberText {
    /// Two digits behind the point below ten, one below a hundred, none from there on; none that say nothing.
    public static func short(_ number: Double) -> String {
        let digits: Int = number < 9.995 ? 2 : number < 99.95 ? 1 : 0
        let scale: Double = [1, 10, 100][digits]
        let scaled: Int = Int((min(number, 1e15) * scale).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let (whole, rest): (Int, Int) = (scaled / Int(scale), scaled % Int(scale))
        guard rest > 0 else { return "\(whole)" }
        let padded: String = String(repeating: "0", count: digits - "\(rest)".count) + "\(rest)"
        return "\(whole)." + (padded.hasSuffix("0") ? String(padded.dropLast()) : padded)
    }

    /// A duration in the largest unit that leaves a number, with three digits: `1.54ms`.
    public static func time(_ duration: Duration) -> String {
        let nanoseconds: Double = duration / .nanoseconds(1)
        return switch nanoseconds {
        case ..<1_000: short(nanoseconds) + "ns"
        case ..<1_000_000: short(nanoseconds / 1_000) + "µs"
        case ..<1_000_000_000: short(nanoseconds / 1_000_000) + "ms"
        default: short(nanoseconds / 1_000_000_000) + "s"
        }
    }

    /// A number of bytes in the largest unit that leaves a number: `45B`, `1.2kB`, `3MB`, in powers of ten.
    public static func bytes(_ bytes: Int) -> String {
        switch Double(bytes) {
        case ..<1_000: "\(bytes)B"
        case ..<1_000_000: short(Double(bytes) / 1_000) + "kB"
        default: short(Double(bytes) / 1_000_000) + "MB"
        }
    }

    /// In MiB, or GiB.
    public static func memory(_ bytes: Int) -> String {
        let mebibytes: Double = Double(bytes) / Double(1 << 20)
        return mebibytes < 1024 ? short(mebibytes) + "M" : short(mebibytes / 1024) + "G"
    }

    /// The two largest units: `3d 4h`, `12m 5s`.
    public static func age(_ seconds: Int) -> String {
        let units: [(name: String, length: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
        guard let first: Int = units.firstIndex(where: { seconds >= $0.length }) else { return "0s" }
        let whole: String = "\(seconds / units[first].length)\(units[first].name)"
        let rest: Int = seconds % units[first].length
        guard first + 1 < units.count, case let next = rest / units[first + 1].length, next > 0 else { return whole }
        return "\(whole) \(next)\(units[first + 1].name)"
    }
}
