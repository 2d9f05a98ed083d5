import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials
import FoundationInternationalization

extension Writing {
    func written(_ integer: Int) -> String {
        integer.formatted(IntegerFormatStyle<Int>(locale: locale))
    }

    /// With at most so many digits behind the point.
    func written(_ number: Double, digits: Int) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return number.isFinite ? "\(number)" : "–" }
        return number.formatted(FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(0...max(0, min(digits, 12)))))
    }

    /// A value with the unit that people write for the one of UCUM.
    func written(_ number: Double, unit: String) -> String {
        let name: String = Self.unitName(unit)
        let value: String = written(number, digits: 6)
        return name.isEmpty ? value : name == "%" || name == "°" ? "\(value)\u{202F}\(name)" : "\(value)\u{A0}\(name)"
    }

    func percent(_ fraction: Double) -> String {
        fraction.isFinite ? fraction.formatted(FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0))) : "–"
    }

    func written(_ duration: Duration) -> String {
        guard abs(duration.components.seconds) < 4_000_000_000 else { return "–" }
        return duration.formatted(
            .units(allowed: [.days, .hours, .minutes, .seconds], width: .abbreviated, maximumUnitCount: 2).locale(locale))
    }

    /// A size in bytes, in units of 1,024.
    func written(bytes: Int) -> String {
        let units: [String] = ["B", "KB", "MB", "GB", "TB"]
        var (value, unit): (Double, Int) = (Double(max(0, bytes)), 0)
        while value >= 1_024, unit < units.count - 1 { (value, unit) = (value / 1_024, unit + 1) }
        return "\(written(value, digits: 1))\u{A0}\(units[unit])"
    }

    /// The locale whose rules numbers and dates follow. Only those that exist: what is made for one is kept, and their number is bounded.
    var locale: Locale {
        Locale(identifier: Self.locales.contains(language) ? language : Self.locales.contains(primary) ? primary : "en")
    }

    private static let locales: Set<String> = Set(Locale.availableIdentifiers.map { $0.replacing("_", with: "-") })

    /// Annotations in braces are left out, and what has a common sign is written with it.
    static func unitName(_ unit: String) -> String {
        if let known: String = unitNames[unit] { return known }
        var (name, depth): (String, Int) = ("", 0)
        for character: Unicode.Scalar in HTML.readable(unit).unicodeScalars {
            if character == "{" { depth += 1 }
            if depth == 0, character != "[", character != "]" { name.unicodeScalars.append(character) }
            if character == "}" { depth = max(0, depth - 1) }
        }
        return name == "1" ? "" : name
    }

    private static let unitNames: [String: String] = [
        "Cel": "°C", "[degF]": "°F", "deg": "°", "mm[Hg]": "mmHg", "ug": "µg", "ug/L": "µg/L", "ug/mL": "µg/mL", "umol/L": "µmol/L",
        "uL": "µl",
        "10*9/L": "×10⁹/l", "10*12/L": "×10¹²/l", "10*3/uL": "×10³/µl", "10*6/uL": "×10⁶/µl", "/min": "1/min", "{beats}/min": "1/min",
        "[lb_av]": "lb", "[in_i]": "in", "kg/m2": "kg/m²", "m2": "m²", "mL/min/{1.73_m2}": "ml/min/1.73 m²", "m[IU]/L": "mIU/l",
        "[IU]/L": "IU/l",
        "By": "B", "KiBy": "KB", "MiBy": "MB", "GiBy": "GB", "1": "",
    ]
}
