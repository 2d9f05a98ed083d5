/// A line of the screen.
struct TopLine: Hashable {
    /// With what colours it.
    let text: String

    /// A line whose text is cut where the screen ends, and filled up to there if it is reversed.
    init(text: String, columns: Int, isReversed: Bool = false) {
        let fitting: String = text.count > columns ? String(text.prefix(max(columns - 1, 0))) + "…" : text
        guard isReversed else {
            self.text = fitting
            return
        }
        self.text = "\u{1B}[7m\(fitting)\(String(repeating: " ", count: columns - fitting.count))\u{1B}[0m"
    }

    /// - Parameter finished: fits already.
    init(finished: String) {
        text = finished
    }
}
