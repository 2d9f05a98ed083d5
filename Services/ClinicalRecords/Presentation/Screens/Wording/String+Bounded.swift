extension String {
    /// Its beginning, where it has more bytes of UTF-8 than these: what comes out of a bundle may be as long as a bundle.
    func bounded(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end: Index = utf8.index(startIndex, offsetBy: bytes)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end]) + "…"
    }
}
