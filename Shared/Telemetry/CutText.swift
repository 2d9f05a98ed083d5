extension String {
    /// Its beginning, up to the last whole character that fits.
    func cut(toBytes bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end: String.Index = utf8.index(startIndex, offsetBy: max(bytes, 0))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
