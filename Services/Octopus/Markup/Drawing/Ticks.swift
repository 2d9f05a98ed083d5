#if canImport(Glibc)
    import Glibc
#endif

/// Round numbers in a range, in equal steps of 1, 2 or 5 times a power of ten.
struct Ticks {
    /// From the least to the most.
    let values: [Double]
    /// Digits behind the point that tell them apart.
    let digits: Int

    /// - Parameter count: about how many; there are at most twice as many, and none where the range is empty or no range.
    init(from least: Double, to most: Double, about count: Int) {
        let span: Double = most - least
        guard span.isFinite, span > 0, count > 0, span > abs(most) * 1e-12 else {
            (values, digits) = ([], 0)
            return
        }
        let raw: Double = span / Double(count)
        let power: Double = pow(10, floor(log10(raw)))
        let step: Double = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw * 0.999 } ?? raw
        digits = max(0, min(12, -Int(floor(log10(step)))))
        let first: Double = ceil(least / step - 1e-9)
        values = (0...(count * 2)).map { (first + Double($0)) * step }.filter { $0 <= most + step * 1e-9 }
    }
}

/// A number as SVG has it, to a tenth.
func drawn(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "0" }
    let tenths: Int = Int((number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
}
