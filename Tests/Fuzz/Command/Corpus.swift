import Foundation
import WireFuzz

/// Inputs that are kept in the repository: `TARGET.hex`, a line of hexadecimal digits for each.
struct Corpus {
    /// nil for no inputs.
    let folder: String?

    /// The targets, which begin with their inputs.
    func adding(to targets: [FuzzTarget]) -> [FuzzTarget] {
        targets.map { $0.beginning(with: inputs(of: $0.name)) }
    }

    private func inputs(of target: String) -> [[UInt8]] {
        guard let folder, let text: String = try? String(contentsOfFile: "\(folder)/\(target).hex", encoding: .utf8) else { return [] }
        return text.split(separator: "\n").map { line in
            let digits: [UInt8] = line.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
            return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }
}
