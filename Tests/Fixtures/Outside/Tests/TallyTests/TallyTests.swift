import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Tally
import TallyIO
import Testing

@Suite("The tally's screen", .timeLimit(.minutes(2)))
struct TallyTests {
    @Test("It shows the count, and counts when the button is pressed", arguments: Way.allCases)
    func counts(_ way: Way) async throws {
        try await withVertical(SmallVertical.tally, by: way) { vertical in
            let actions: Commands<ScreenAction> = Commands()
            let tally: TallyClient = TallyClient(vertical.channel(to: TallyContract.descriptor))
            var shown: Screen = Screen(title: "")
            for try await output: ScreenOutput in tally.tallyScreen((), actions) {
                switch output {
                case .screen(let whole):
                    shown = whole
                    try await actions.send(ScreenAction("more", .pressed))
                case .changed(let changes):
                    shown = try shown.applying(changes)
                    actions.finish()
                default: break
                }
            }
            #expect(shown.element("count")?.content == .text("\(1) so far"))
        }
    }
}
