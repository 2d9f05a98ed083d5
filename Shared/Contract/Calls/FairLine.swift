/// Those who wait, by share: shares take turns, so that whoever sends many waits behind itself.
///
/// Its owner bounds it.
struct FairLine<Element> {
    private struct Share {
        let name: String
        /// Never empty; in the order in which they came.
        var places: [(number: UInt64, element: Element)]
    }

    private(set) var count: Int = 0
    /// In the order of their turns; one that had its turn goes to the end.
    private var shares: [Share] = []

    /// - Parameter number: by which ``remove(_:)`` finds it; greater than all before it.
    mutating func append(_ element: Element, of share: String, number: UInt64) {
        count += 1
        if let index: Int = shares.firstIndex(where: { $0.name == share }) {
            shares[index].places.append((number, element))
        } else {
            shares.append(Share(name: share, places: [(number, element)]))
        }
    }

    /// Takes the first of the share whose turn it is.
    mutating func popFirst() -> Element? {
        guard !shares.isEmpty else { return nil }
        var share: Share = shares.removeFirst()
        let place: (number: UInt64, element: Element) = share.places.removeFirst()
        if !share.places.isEmpty { shares.append(share) }
        count -= 1
        return place.element
    }

    /// Takes the last one of the largest share; of two that are as large, of the one whose turn is later.
    mutating func popLargest() -> Element? {
        guard let most: Int = shares.map(\.places.count).max(), let index: Int = shares.lastIndex(where: { $0.places.count == most })
        else { return nil }
        return take(most - 1, of: index)
    }

    /// Takes the one with this number out; nil where it has gone.
    mutating func remove(_ number: UInt64) -> Element? {
        for (index, share): (Int, Share) in shares.enumerated() {
            if let place: Int = share.places.firstIndex(where: { $0.number == number }) { return take(place, of: index) }
        }
        return nil
    }

    private mutating func take(_ place: Int, of index: Int) -> Element {
        count -= 1
        let element: Element = shares[index].places.remove(at: place).element
        if shares[index].places.isEmpty { shares.remove(at: index) }
        return element
    }
}
