/// The open streams of a connection, by number.
///
/// Numbers are given in order, so a number's low bits are its place, and neighbours in time are neighbours in memory.
/// Nothing is allocated while the number of open streams stays below what it has been before.
///
/// Invariants: `numbers` and `elements` have the same power of two as count; 0 marks a free place; at most half of
/// the places are taken; from a number's home place to where it lies no place is free.
struct StreamTable<Element> {
    private(set) var count: Int = 0
    /// Elements that lie behind their home place, because it was taken. Mostly none: numbers are neighbours.
    private var displaced: Int = 0
    private var numbers: [UInt32]
    private var elements: [Element?]

    private static var smallest: Int { 16 }

    init() {
        numbers = Array(repeating: 0, count: Self.smallest)
        elements = Array(repeating: nil, count: Self.smallest)
    }

    var isEmpty: Bool { count == 0 }

    func contains(_ number: UInt32) -> Bool { place(of: number) != nil }

    /// The element at `number`, nil where there is none. To take an element out is to set nil.
    subscript(number: UInt32) -> Element? {
        get {
            guard let place: Int = place(of: number) else { return nil }
            return elements[place]
        }
        set {
            guard let newValue else {
                _ = remove(number)
                return
            }
            if let place: Int = place(of: number) {
                elements[place] = newValue
            } else {
                insert(newValue, at: number)
            }
        }
    }

    /// Changes the element at `number` in place; nil where there is none.
    mutating func update<Result>(_ number: UInt32, _ body: (inout Element) -> Result) -> Result? {
        guard let place: Int = place(of: number), elements[place] != nil else { return nil }
        return body(&elements[place]!)
    }

    mutating func insert(_ element: consuming Element, at number: UInt32) {
        precondition(number > 0 && place(of: number) == nil, "a stream's number is used once")
        if (count + 1) * 2 > numbers.count { resize(to: numbers.count * 2) }
        place(element, at: number)
        count += 1
    }

    mutating func remove(_ number: UInt32) -> Element? {
        guard let found: Int = place(of: number) else { return nil }
        let element: Element? = elements[found].take()
        if Int(number) & (numbers.count - 1) != found { displaced -= 1 }
        numbers[found] = 0
        count -= 1
        if displaced > 0 { closeGap(at: found) }
        if numbers.count > Self.smallest * 64, count * 16 < numbers.count { resize(to: numbers.count / 4) }
        return element
    }

    /// Takes everything out, in the order of the numbers.
    mutating func removeAll() -> [(number: UInt32, element: Element)] {
        let all: [(number: UInt32, element: Element)] = sorted()
        self = StreamTable()
        return all
    }

    /// Takes out what lies above `number`, in the order of the numbers.
    mutating func removeAll(above number: UInt32) -> [(number: UInt32, element: Element)] {
        let above: [(number: UInt32, element: Element)] = sorted().filter { $0.number > number }
        for (number, _): (UInt32, Element) in above { _ = remove(number) }
        return above
    }

    /// Shows everything, in no order.
    func visit(_ body: (Element) -> Void) {
        guard count > 0 else { return }
        for element: Element? in elements { if let element { body(element) } }
    }

    /// Everything, in the order of the numbers.
    func sorted() -> [(number: UInt32, element: Element)] {
        var all: [(number: UInt32, element: Element)] = []
        all.reserveCapacity(count)
        for place: Int in numbers.indices {
            if let element: Element = elements[place] { all.append((numbers[place], element)) }
        }
        return all.sorted { $0.number < $1.number }
    }

    // MARK: Places

    private func place(of number: UInt32) -> Int? {
        let mask: Int = numbers.count - 1
        var place: Int = Int(number) & mask
        while numbers[place] != number {
            if numbers[place] == 0 { return nil }
            place = (place + 1) & mask
        }
        return number == 0 ? nil : place
    }

    private mutating func place(_ element: consuming Element, at number: UInt32) {
        let mask: Int = numbers.count - 1
        var place: Int = Int(number) & mask
        while numbers[place] != 0 { place = (place + 1) & mask }
        if Int(number) & mask != place { displaced += 1 }
        numbers[place] = number
        elements[place] = element
    }

    /// Moves back what lies behind a freed place and would not be found any more.
    private mutating func closeGap(at freed: Int) {
        let mask: Int = numbers.count - 1
        var gap: Int = freed
        var place: Int = (freed + 1) & mask
        while numbers[place] != 0 {
            let home: Int = Int(numbers[place]) & mask
            if (place - home) & mask >= (place - gap) & mask {
                numbers[gap] = numbers[place]
                elements[gap] = elements[place].take()
                numbers[place] = 0
                if gap == home { displaced -= 1 }
                gap = place
            }
            place = (place + 1) & mask
        }
    }

    private mutating func resize(to size: Int) {
        let old: StreamTable<Element> = self
        displaced = 0
        numbers = Array(repeating: 0, count: size)
        elements = Array(repeating: nil, count: size)
        for place: Int in old.numbers.indices {
            if let element: Element = old.elements[place] { self.place(element, at: old.numbers[place]) }
        }
    }
}
