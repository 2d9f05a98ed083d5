import ColonnadePresentation
import ColonnadeSystemIO
import Testing

@testable import OctopusShell

@Suite("A screen that is kept as its bytes")
struct PackedScreenTests {
    @Test("comes back as it was, and is as another where the screens are", arguments: [true, false])
    func wayBack(_ isArabic: Bool) throws {
        let screen: Screen = SampleScreens(isArabic: isArabic).reading
        let packed: PackedScreen = PackedScreen(screen)
        let unpacked: Screen = try #require(packed.unpacked())
        // What this shell does not know keeps its fallback only.
        #expect(unpacked.plainText == screen.plainText)
        #expect(PackedScreen(unpacked) == PackedScreen(try #require(PackedScreen(unpacked).unpacked())))
        #expect(packed == PackedScreen(screen) && packed.hashValue == PackedScreen(screen).hashValue)
        #expect(packed != PackedScreen(SampleScreens(isArabic: !isArabic).reading))
    }

    @Test("says who is on it, and whether it is at work, without being unpacked")
    func said() {
        let person: ScreenElement = .keyValues("whose", name: "Patient", [ScreenKeyValue("Patient", "\(person: "p1")")])
        let quiet: PackedScreen = PackedScreen(Screen(title: "Appointments", elements: [person]))
        #expect(quiet.people == [ScreenPerson(id: "p1")] && !quiet.isAtWork)
        #expect(PackedScreen(Screen(title: "Import", elements: [.progress("p", "Importing")])).isAtWork)
    }

    @Test("that is deeper than a message may be does not come back, and breaks nothing")
    func tooDeep() {
        let deep: ScreenElement = (0..<80).reduce(.text("t", "inside")) { inner, depth in .section("s\(depth)", "Section", [inner]) }
        #expect(PackedScreen(Screen(title: "Deep", elements: [deep])).unpacked() == nil)
    }
}
