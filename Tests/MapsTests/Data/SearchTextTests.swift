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
        ] as [(String, [String])])
    func folds(_ text: String, _ words: [String]) {
        #expect(SearchText(text).words == words)
    }

    @Test("Saint is found by its short form, and the other way round")
    func saints() {
        #expect(SearchText("St Mary").indexed == ["st", "saint", "mary"])
        #expect(SearchText("SAINT ANNE'S").indexed == ["saint", "st", "annes"])
    }
}
