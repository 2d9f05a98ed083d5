import AuthenticationIO
import ColonnadePresentation
import ColonnadeSystemIO

/// What a person does.
extension OpenPage {
    /// Steps that are kept for going forward.
    private static let leftSteps: Int = 16

    /// Answers an alert: with a choice, or nil where it is closed without one.
    public func answer(_ id: String, _ choice: String?) async {
        let open: OpenAlert? = state.withLock { state in
            state.alerts.firstIndex { $0.id == id }.map { state.alerts.remove(at: $0) }
        }
        if let open {
            names.look(at: [], on: open.id)
            if let choice { _ = await open.screen?.send(ScreenAction(open.alert.id, .chosen(choice))) }
        } else if let presented: PresentedAlert = flowAlerts.first(where: { $0.id == id })?.presented {
            let before: UInt64? = flows.secondary.top?.id
            world.bind { presented.answer(choice) }
            if flows.secondary.top?.id == before, case .alert? = flows.secondary.top?.presented { flows.secondary.dismiss() }
        }
        bell.ring()
    }

    /// Goes back one step of the page.
    public func back() {
        if let top: Flow.Step = flows.primary.top { leave(top) }
        settle()
    }

    /// Takes away what lies over the page.
    public func dismissModal() {
        flows.modal.dismiss()
        settle()
    }

    /// Goes to a step that the address names: back to one that is still there, or forward to one that was left.
    public func go(to step: UInt64) {
        let steps: [UInt64] = flows.primary.layers.flatMap { $0 }.map(\.id)
        if step == 0 || steps.contains(step) {
            while let top: Flow.Step = flows.primary.top, top.id != step { leave(top) }
        } else if let presented: Presented = state.withLock({ $0.left.removeValue(forKey: step) }) {
            flows.primary.push(presented)
        }
        settle()
    }

    private func leave(_ top: Flow.Step) {
        flows.primary.back()
        state.withLock { state in
            state.left[top.id] = top.presented
            while state.left.count > Self.leftSteps, let oldest: UInt64 = state.left.keys.min() { state.left[oldest] = nil }
        }
    }

    /// Signing in or out has changed whose page it is: screens that were refused are opened again.
    func become(_ person: SignedIn?) {
        world.bind { flows.become(person) }
        names.renew()
        settle()
        for screen: LiveScreen in state.withLock({ Array($0.screens.values) }) { screen.retry() }
        bell.ring()
    }

    /// Notes that the step that is shown now is the one that the page's link leads to.
    public func noteStart() {
        let step: UInt64 = flows.primary.top?.id ?? 0
        state.withLock { $0.start = step }
    }

    /// Goes to the step that the page's link leads to.
    public func goToStart() { go(to: state.withLock { $0.start }) }

    /// The person goes on for a minor, or for themselves.
    func act(for ward: SignedIn?) {
        world.bind { flows.act(for: ward) }
        names.renew()
        settle()
        bell.ring()
    }
}
