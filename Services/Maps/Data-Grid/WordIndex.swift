import MapsData

/// Finds places by the words of their names and addresses, whole or as beginnings.
struct WordIndex: Sendable {
    /// A word with the places that hold it.
    private struct Posting {
        let word: String
        var inName: Set<Int> = []
        var inAddress: Set<Int> = []
    }

    /// By the bytes of the word, so that all words with one beginning stand together.
    private let postings: [Posting]
    /// The words of each name, by the place's index.
    private let names: [[String]]

    init(_ places: [PlaceDataModel]) {
        var postings: [String: Posting] = [:]
        names = places.map { SearchText($0.name).indexed }
        for (index, place) in places.enumerated() {
            for word: String in names[index] { postings[word, default: Posting(word: word)].inName.insert(index) }
            for word: String in SearchText(place.addressText).indexed {
                postings[word, default: Posting(word: word)].inAddress.insert(index)
            }
        }
        self.postings = postings.values.sorted { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
    }

    /// The places whose name or address hold all the words; none where there is no word.
    /// - Throws: CancellationError where the caller has left.
    func places(with text: SearchText) throws -> Set<Int> { Set(try hits(text).keys) }

    /// The same, the best match first: a name that is just the text, then more words in the name, then the shorter name,
    /// then the order of the places.
    /// - Throws: CancellationError where the caller has left.
    func ranked(_ text: SearchText) throws -> [Int] {
        let wanted: [String] = text.indexed
        return try hits(text).map { index, inName in
            (index: index, rank: (names[index] == wanted ? 0 : 1, -inName, names[index].count, index))
        }.sorted { $0.rank < $1.rank }.map(\.index)
    }

    /// How many of the words stand in the name, for each place that holds them all.
    private func hits(_ text: SearchText) throws -> [Int: Int] {
        var result: [Int: Int]?
        for word: String in text.words {
            try Task.checkCancellation()
            let (inName, anywhere): (Set<Int>, Set<Int>) = places(withBeginning: word)
            let before: [Int: Int] = result ?? anywhere.reduce(into: [:]) { $0[$1] = 0 }
            result = before.filter { anywhere.contains($0.key) }.reduce(into: [:]) { hits, hit in
                hits[hit.key] = hit.value + (inName.contains(hit.key) ? 1 : 0)
            }
        }
        return result ?? [:]
    }

    private func places(withBeginning beginning: String) -> (inName: Set<Int>, anywhere: Set<Int>) {
        var (inName, anywhere): (Set<Int>, Set<Int>) = ([], [])
        for posting: Posting in postings[first(from: beginning)...].prefix(while: { $0.word.utf8.starts(with: beginning.utf8) }) {
            inName.formUnion(posting.inName)
            anywhere.formUnion(posting.inName)
            anywhere.formUnion(posting.inAddress)
        }
        return (inName, anywhere)
    }

    /// The first posting whose word is not before `word`.
    private func first(from word: String) -> Int {
        var range: Range<Int> = postings.indices
        while !range.isEmpty {
            let middle: Int = range.lowerBound + range.count / 2
            let isBefore: Bool = postings[middle].word.utf8.lexicographicallyPrecedes(word.utf8)
            range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
