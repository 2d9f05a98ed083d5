import ColonnadeContract
import ColonnadePrelude
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeTesting
import Testing

@Suite("Flows and alerts")
struct FlowTests {
    /// A flow's layers by the alerts' ids.
    private func layers(_ flow: Flow) -> [[String]] {
        flow.layers.map { layer in layer.map { if case .alert(let alert) = $0.presented { alert.alert.id } else { "" } } }
    }

    private func alert(_ id: String) -> Presented { .alert(PresentedAlert(Alert(id: id, message: "m"))) }

    @Test("Present lays on top, push and replace go on within, back and dismiss lead out")
    func layering() {
        let flow: Flow = Flow()
        flow.dismiss()
        flow.back()
        alert("a") |> flow.push
        alert("b") |> flow.push
        #expect(layers(flow) == [["a", "b"]])
        alert("c") |> flow.present
        alert("d") |> flow.push
        alert("e") |> flow.replace
        #expect(layers(flow) == [["a", "b"], ["c", "e"]])
        flow.dismiss()
        #expect(layers(flow) == [["a", "b"]])
        flow.back()
        flow.back()
        #expect(layers(flow) == [])
        #expect(flow.top == nil)
        alert("f") |> flow.replace
        #expect(layers(flow) == [["f"]])
        #expect(flow.top?.id == 6)
        alert("g") |> flow.present
        alert("h") |> flow.reset
        #expect(layers(flow) == [["h"]])
        #expect(flow.top?.id == 8)
        flow.reset()
        #expect(layers(flow) == [])
    }

    @Test("A refusal counts as a barrier where the builder says so, and a barrier always does")
    func barriers() {
        enum Refused: Refusal { case sessionNeeded, other }
        func isBarrier(_ failure: CallFailure<Refused>) -> Bool {
            ScreenFailure(failure, refusal: { _ in "No." }, barrier: { $0 == .sessionNeeded }).isBarrier
        }
        #expect(isBarrier(.refused(.sessionNeeded)))
        #expect(!isBarrier(.refused(.other)))
        #expect(isBarrier(.barrierRefused(Fault(.barrierRefused, "sign in", outcome: .notDispatched))))
        #expect(!ScreenFailure(CallFailure<Refused>.refused(.sessionNeeded)).isBarrier)
    }

    @Test("A screen that leads nowhere handles no route, and says why it is not there")
    func withoutRoutes() async {
        let screen: PresentedScreen = PresentedScreen("Demo.home") { _ in
            OutputSequence<ScreenOutput, NoRefusal> { _ in throw Fault(.unavailable, "gone", outcome: .notDispatched) }
        }
        #expect(!screen.handle(Route(name: "Away", value: [])))
        await #expect(throws: ScreenFailure(CallFailure<NoRefusal>.unavailable(Fault(.unavailable, "gone", outcome: .done)))) {
            _ = try await screen.open(Commands()) { _ in }
        }
    }

    @Test("What lies at the bottom is forgotten first")
    func bounded() {
        let flow: Flow = Flow()
        for number: Int in 0..<1_000 { alert("\(number)") |> flow.push }
        #expect(layers(flow) == [(936..<1_000).map { "\($0)" }])
    }

    @Test("Who listens hears of each change")
    func listens() async {
        let flow: Flow = Flow()
        var rings: AsyncStream<Void>.AsyncIterator = flow.listen().makeAsyncIterator()
        alert("a") |> flow.present
        #expect(await rings.next() != nil)
    }

    @Test("The three forms of an alert, presented by the pipe")
    func alerts() throws {
        let secondary: Flow = Flow()
        let failure: ScreenFailure = ScreenFailure(CallFailure<NoRefusal>.unavailable(Fault(.unavailable, "gone", outcome: .notDispatched)))
        Builder.Alert.makeAlert(for: failure, dismiss: secondary.dismiss) |> secondary.present
        #expect(try answer(secondary, nil).message == failure.message)
        #expect(secondary.top == nil)

        Builder.Alert.makeAlert(for: "Saved", title: "Done", dismiss: secondary.dismiss) |> secondary.present
        #expect(try answer(secondary, nil).title == "Done")
        #expect(secondary.top == nil)

        let chosen: Mailbox<String> = Mailbox()
        let error: AlertError = AlertError(title: nil, message: "Again?")
        for choice: String? in ["primary", "secondary", "nonsense", nil] {
            Builder.Alert.makeAlert(
                for: error, primaryAction: AlertAction(title: "Again") { chosen.put("again") },
                secondaryAction: AlertAction(title: "Leave") { chosen.put("leave") }) |> secondary.present
            #expect(try answer(secondary, choice).choices.map(\.title) == ["Again", "Leave"])
        }
        #expect(chosen.all == ["again", "leave", "leave", "leave"])
    }

    private func answer(_ flow: Flow, _ choice: String?) throws -> Alert {
        guard case .alert(let presented)? = flow.top?.presented else { throw Late("no alert is shown") }
        presented.answer(choice)
        return presented.alert
    }

    /// A coordinator with all parts, as a shell has them.
    private final class NumbersFlow: FlowController {
        enum Step: FlowStep {
            case list
            case number(Int)
        }
        enum Route: Sendable {
            case chosen(Int)
            case failed
        }

        let primary: Flow = Flow()
        let secondary: Flow = Flow()
        let modal: Flow = Flow()

        func go(to step: Step) {
            switch step {
            case .list: .alert(PresentedAlert(Alert(id: "list", message: "m"))) |> primary.present
            case .number(let number): .alert(PresentedAlert(Alert(id: "\(number)", message: "m"))) |> primary.push
            }
        }

        func handle(_ route: Route) {
            switch route {
            case .chosen(let number): go(to: .number(number))
            case .failed: Builder.Alert.makeAlert(for: "No", title: nil, dismiss: secondary.dismiss) |> secondary.present
            }
        }
    }

    @Test("A controller leads from step to step by routes")
    func controller() {
        let flow: NumbersFlow = NumbersFlow()
        flow.go(to: .list)
        flow.handle(.chosen(3))
        #expect(layers(flow.primary) == [["list", "3"]])
        flow.handle(.failed)
        #expect(layers(flow.secondary) == [["alert"]])
    }
}
