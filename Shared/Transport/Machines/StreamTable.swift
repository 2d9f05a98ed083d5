/// A hash table of a connection's open streams, by number.
///
/// Stream numbers are consecutive. Sixteen consecutive numbers are neighbours in memory, and each group of sixteen is hashed. If
/// all were neighbours, the open streams would form one long run of slots, to be walked whenever an old one stands in it. Nothing
/// is allocated while the number of open streams stays below its previous maximum.
///
/// Invariants: the number of places is a power of two; 0 marks a free place; at most half of the places are taken; no place
/// between a number's home and where it lies is free.
struct StreamTable<Element> {
    /// The element comes first: its tail padding has room for the number.
    private struct Place {
        var element: Element?
        var number: UInt32 = 0

        mutating func take() -> Element? {
            number = 0
            return element.take()
        }
    }

    private(set) var count: Int = 0
    /// Elements that lie behind their home place because it was taken. Usually none, because numbers are neighbours.
    private var displaced: Int = 0
    private var places: [Place] = Array(repeating: Place(), count: Self.smallest)

    private static var smallest: Int { 16 }

    var isEmpty: Bool { count == 0 }

    func contains(_ number: UInt32) -> Bool { place(of: number) != nil }

    /// The element at `number`; nil if there is none. Setting nil removes it.
    subscript(number: UInt32) -> Element? {
        get {
            guard let place: Int = place(of: number) else { return nil }
            return places[place].element
        }
        set {
            guard let newValue else {
                _ = remove(number)
                return
            }
            if let place: Int = place(of: number) {
                places[place].element = newValue
            } else {
                insert(newValue, at: number)
            }
        }
    }

    /// Changes the element at `number` in place; nil if there is none.
    mutating func update<Result>(_ number: UInt32, _ body: (inout Element) -> Result) -> Result? {
        guard let place: Int = place(of: number), places[place].element != nil else { return nil }
        return body(&places[place].element!)
    }

    mutating func insert(_ element: consuming Element, at number: UInt32) {
        precondition(number > 0, "a stream's number is 1 or more")
        if (count + 1) * 2 > places.count { resize(to: places.count * 2) }
        let mask: Int = places.count - 1
        var place: Int = home(of: number)
        if places[place].number != 0 {
            displaced += 1
            repeat {
                precondition(places[place].number != number, "a stream's number is used once")
                place = (place + 1) & mask
            } while places[place].number != 0
        }
        places[place] = Place(element: element, number: number)
        count += 1
    }

    mutating func remove(_ number: UInt32) -> Element? {
        guard let found: Int = place(of: number) else { return nil }
        let element: Element? = places[found].take()
        if home(of: number) != found { displaced -= 1 }
        count -= 1
        if displaced > 0 { closeGap(at: found) }
        if places.count > Self.smallest * 64, count * 16 < places.count { resize(to: places.count / 4) }
        return element
    }

    /// Removes and returns everything, in order of the numbers.
    mutating func removeAll() -> [(number: UInt32, element: Element)] {
        let all: [(number: UInt32, element: Element)] = sorted()
        self = StreamTable()
        return all
    }

    /// Removes and returns everything above `number`, in order of the numbers.
    mutating func removeAll(above number: UInt32) -> [(number: UInt32, element: Element)] {
        let above: [(number: UInt32, element: Element)] = sorted().filter { $0.number > number }
        for (number, _): (UInt32, Element) in above { _ = remove(number) }
        return above
    }

    /// Calls `body` with every element, in no order.
    func visit(_ body: (Element) -> Void) {
        guard count > 0 else { return }
        for place: Place in places { if let element: Element = place.element { body(element) } }
    }

    /// Everything, in order of the numbers.
    func sorted() -> [(number: UInt32, element: Element)] {
        var all: [(number: UInt32, element: Element)] = []
        all.reserveCapacity(count)
        for place: Place in places {
            if let element: Element = place.element { all.append((place.number, element)) }
        }
        return all.sorted { $0.number < $1.number }
    }

    // MARK: Places

    /// The home place of a number.
    private func home(of number: UInt32) -> Int {
        // Fibonacci hashing (Knuth, The Art of Computer Programming 6.4) of all but the low four bits.
        let scattered: UInt32 = (number >> 4) &* 0x9e37_79b1
        return Int(((scattered >> 16) << 4) | (number & 15)) & (places.count - 1)
    }

    private func place(of number: UInt32) -> Int? {
        let mask: Int = places.count - 1
        var place: Int = home(of: number)
        while places[place].number != number {
            if places[place].number == 0 { return nil }
            place = (place + 1) & mask
        }
        return number == 0 ? nil : place
    }

    /// Moves back elements behind a freed place that could not be found any more.
    private mutating func closeGap(at freed: Int) {
        let mask: Int = places.count - 1
        var gap: Int = freed
        var place: Int = (freed + 1) & mask
        while places[place].number != 0 {
            let number: UInt32 = places[place].number
            let home: Int = home(of: number)
            if (place - home) & mask >= (place - gap) & mask {
                places[gap] = Place(element: places[place].take(), number: number)
                if gap == home { displaced -= 1 }
                gap = place
            }
            place = (place + 1) & mask
        }
    }

    private mutating func resize(to size: Int) {
        var old: [Place] = Array(repeating: Place(), count: size)
        swap(&old, &places)
        (count, displaced) = (0, 0)
        for place: Place in old {
            if let element: Element = place.element { insert(element, at: place.number) }
        }
    }
}
