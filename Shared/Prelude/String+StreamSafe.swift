extension String {
    /// The text in Unicode's Stream-Safe Text Format: where more than 30 combining marks stand in a row, a COMBINING GRAPHEME JOINER, which
    /// nobody sees, parts them. What has no such run stays as it is.
    ///
    /// To compare, hash or fold a text, Swift sorts the marks of each run: 450,000 of them take ten seconds. Every text that comes from
    /// somebody else goes through here before anything else is done with it; `WireReader` does it for the fields of messages.
    ///
    /// Unicode Standard Annex #15, section 13 (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format), save that marks inside one
    /// composed letter, three at most, are not counted.
    public var streamSafe: String {
        let joiner: [UInt8] = Array(String(MarkRun.joiner).utf8)
        var run: MarkRun = MarkRun()
        var safe: [UInt8] = []
        var (offset, copied): (Int, String.Index) = (0, startIndex)
        for scalar: Unicode.Scalar in unicodeScalars {
            if run.isFull(before: scalar) {
                let end: String.Index = utf8.index(startIndex, offsetBy: offset)
                safe.append(contentsOf: utf8[copied..<end])
                safe.append(contentsOf: joiner)
                copied = end
            }
            offset += UTF8.width(scalar)
        }
        guard copied > startIndex else { return self }
        safe.append(contentsOf: utf8[copied...])
        return String(decoding: safe, as: UTF8.self)
    }
}
