import Colonnade
import ColonnadePresentation
import TallyIO

final class TallyViewModel: ViewModel {
    let output: ViewOutput<Int> = ViewOutput(0)

    var inputs: [ViewInput] { [.pressed("more", more)] }

    func more() {
        output.update { $0 += 1 }
    }
}

func tallyView(_ count: Int) -> Screen {
    Screen(title: "Tally", elements: [.text("count", "\(count) so far"), .button("more", "One more", style: .primary)])
}

struct Tally: TallyInterface {
    func tallyScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs(showing: tallyView, actions) { TallyViewModel() }
    }
}

extension SmallVertical {
    public static let tally: SmallVertical = SmallVertical("tally", TallyDispatcher(Tally()))
}
