import ColonnadeWorld
import Testing

@testable import MapsData

@Suite("Text, as places are compared by it")
struct SearchTextTests {
    @Test(
        "Case, accents, width and apostrophes make no difference",
        arguments: [
            ("CARNEY HOSPITAL", ["carney", "hospital"]),
            ("Saint Anne's", ["saint", "annes"]),
            ("Hôpital Pitié-Salpêtrière", ["hopital", "pitie", "salpetriere"]),
            ("Universitätsspital ZÜRICH", ["universitatsspital", "zurich"]),
            ("Rudower Straße 48", ["rudower", "strasse", "48"]),
            ("København Ø", ["kobenhavn", "o"]),
            ("ＡＢＣ  (x)", ["abc", "x"]),
            ("\"a\" OR b*", ["a", "or", "b"]),
            (" ,;- ", []),
            ("\u{0D4E}\"a", ["\u{0D4E}", "a"]),
            ("x\u{200D}\"y\0z", ["x", "y", "z"]),
        ] as [(String, [String])])
    func folds(_ text: String, _ words: [String]) {
        #expect(SearchText(text).words == words)
    }

    @Test("No word holds what means something to a database, whatever a text is made of", arguments: 0..<8)
    func words(seed: UInt64) {
        var generator: SeededGenerator = SeededGenerator(seed: seed)
        let special: [Unicode.Scalar] = [
            "\"", "'", "*", "\0", "(", "^", "\u{0301}", "\u{0D4E}", "\u{200D}", "\u{0600}", "a", "ß", "\u{20E3}", "1",
        ]
        for _: Int in 0..<500 {
            var text: String.UnicodeScalarView = String.UnicodeScalarView()
            for _: Int in 0..<12 {
                let random: Unicode.Scalar? = Unicode.Scalar(UInt32.random(in: 0..<0x1_1000, using: &generator))
                text.append(Bool.random(using: &generator) ? special.randomElement(using: &generator)! : random ?? "b")
            }
            for word: String in SearchText(String(text)).words {
                #expect(
                    !word.unicodeScalars.contains { "\"'*\0()^:+-".unicodeScalars.contains($0) }, "\(word.debugDescription) of seed \(seed)"
                )
            }
        }
    }

    @Test("Saint is found by its short form, and the other way round")
    func saints() {
        #expect(SearchText("St Mary").indexed == ["st", "saint", "mary"])
        #expect(SearchText("SAINT ANNE'S").indexed == ["saint", "st", "annes"])
    }
}
