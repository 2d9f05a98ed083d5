import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import GalleryIO

/// What the counter's view shows.
struct CounterState: Hashable {
    var count: Int
    var rows: [String] = []
    var name: String = ""
    var uploaded: Int?
    var padding: String = ""
}

/// The view: a pure function.
func counterView(_ state: CounterState) -> Screen {
    let image: ScreenInput = .file(mediaTypes: ["image/png"], mostBytes: 100)
    return Screen(
        title: "Counter",
        elements: [
            .text("count", "\(state.count) so far"),
            .button("more", "More", isEnabled: state.count < 1_000_000),
            .button("route", "Go"), .button("ask", "Ask"), .button("finish", "Finish"), .button("fail", "Fail"),
            .form(
                "person", name: "Person", submit: "Send",
                [
                    ScreenField(id: "name", label: "Name", input: .text(state.name, autocomplete: nil)),
                    ScreenField(id: "age", label: "Age", input: .number(nil, least: 0, most: 150, unit: nil)),
                    ScreenField(id: "filter", label: "Filter", input: .text("", autocomplete: nil), isLive: true),
                    ScreenField(id: "photo", label: "Photo", input: image, isRequired: false),
                ]),
            .section(
                "history", "History",
                [.list("rows", name: "Rows", state.rows.map { ScreenRow(id: $0, title: "Row \($0)") }, cursor: "next")]),
            .text("uploaded", state.uploaded.map { "\($0) bytes" } ?? "nothing"),
            .text("padding", ScreenText(state.padding)),
        ])
}

/// Counts, and puts down what it was told.
final class CounterViewModel: ViewModel {
    let output: ViewOutput<CounterState>
    let told: Mailbox<String>

    init(start: Int, told: Mailbox<String>) {
        output = ViewOutput(CounterState(count: start, rows: ["a", "b"]))
        self.told = told
    }

    var inputs: [ViewInput] {
        [
            .pressed("more", more), .pressed("finish") { [output] in output.finish() },
            .pressed("fail") { throw GalleryRefusal.negative },
            .pressed("route") { [output] in output.go(CounterRoute.rowChosen(id: "a")) },
            .pressed("ask", ask), .chosen("sure") { [told] in told.put("sure \($0)") },
            .chosen("rows") { [output] in output.go(CounterRoute.rowChosen(id: $0)) },
            .more("rows") { [output] cursor in output.update { $0.rows.append(cursor) } },
            .entered("filter") { [told] in told.put("filter \($0.text ?? "")") },
            .submitted("person") { [output] values in output.update { $0.name = values["name"]?.text ?? "" } },
            .upload("photo", upload),
        ]
    }

    func more() {
        output.update { $0.count += 1 }
        told.put("more")
    }

    func ask() {
        output.alert(Alert(id: "sure", message: "Sure?", choices: [AlertChoice(id: "yes", title: "Yes")]))
    }

    func upload(_ piece: ScreenUpload) {
        switch piece {
        case .began: output.update { $0.uploaded = 0 }
        case .chunk(let bytes): output.update { $0.uploaded = ($0.uploaded ?? 0) + bytes.count }
        case .ended: told.put("uploaded")
        case .abandoned: told.put("abandoned")
        case .unknown: break
        }
    }

    func run() async throws {
        told.put("running")
        defer { told.put("closed") }
        var rings: AsyncStream<Void>.AsyncIterator = NewsBell().listen().makeAsyncIterator()
        _ = await rings.next()
    }
}

struct Gallery: GalleryInterface {
    let told: Mailbox<String>
    let made: Mailbox<CounterViewModel>

    func counterScreen(_ input: CounterInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs(showing: counterView, actions) {
            guard input.start >= 0 else { throw GalleryRefusal.negative }
            let model: CounterViewModel = CounterViewModel(start: input.start, told: told)
            made.put(model)
            return model
        }
    }
}
