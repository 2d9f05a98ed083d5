/// Names that were written almost right.
package enum NearestName {
    /// The known name that a word is written most like; nil where none is like it. Case makes no difference.
    package static func find(_ word: String, among known: [String]) -> String? {
        let scored: [(name: String, distance: Int)] = known.map { ($0, distance(word.lowercased()[...], $0.lowercased()[...])) }
        guard let best = scored.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
        return best.distance <= (word.utf8.count < 4 ? 1 : max(2, word.utf8.count / 3)) ? best.name : nil
    }

    /// ` Did you mean 'text'?`, or nothing.
    package static func question(_ word: String, among known: [String]) -> String {
        find(word, among: known).map { " Did you mean '\($0)'?" } ?? ""
    }

    /// How many letters have to be put in, taken out or changed (Levenshtein); of long words only their begin counts.
    package static func distance(_ left: Substring, _ right: Substring) -> Int {
        let (left, right): ([UInt8], [UInt8]) = (Array(left.utf8.prefix(40)), Array(right.utf8.prefix(40)))
        var row: [Int] = Array(0...right.count)
        for (index, letter): (Int, UInt8) in left.enumerated() {
            var corner: Int = row[0]
            row[0] = index + 1
            for (column, other): (Int, UInt8) in right.enumerated() {
                let changed: Int = corner + (letter == other ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(changed, corner + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
