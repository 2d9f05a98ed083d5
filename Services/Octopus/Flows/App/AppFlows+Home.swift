import AuthenticationIO
import ColonnadePresentation
import ColonnadeSystemIO

extension AppFlows {
    /// What stands on the home page of this person, each by a screen of its own vertical.
    func makeTiles() -> [(title: ScreenText, screen: PresentedScreen)] {
        var tiles: [(title: ScreenText, screen: PresentedScreen)] = []
        if visit.session == nil { tiles.append(("Sign in", signIn.make(.signIn))) }
        if visit.isGuardianAlone { tiles.append((Destination.wards.title, account.make(.wards))) }
        if app.parts.contains(.appointments) { tiles += appointmentTiles() }
        if app.parts.contains(.records) { tiles += recordTiles() }
        if app.parts.contains(.maps) { tiles.append((Destination.places.title, places.make(.search(text: nil)))) }
        return tiles
    }

    private func appointmentTiles() -> [(title: ScreenText, screen: PresentedScreen)] {
        guard !visit.isGuardianAlone else { return [] }
        let entry: (title: ScreenText, step: AppointmentsStep)
        switch visit.session?.role {
        case .patient: entry = (Destination.appointments.title, .list(of: actingFor == nil ? .patient(nil) : .ward))
        case .staff: entry = (Destination.today.title, .today(clinic: nil))
        case .operator, .unknown, nil: return []
        }
        return appointments.make(entry.step).map { [(entry.title, $0)] } ?? []
    }

    private func recordTiles() -> [(title: ScreenText, screen: PresentedScreen)] {
        guard !visit.isGuardianAlone else { return [] }
        let steps: [(title: ScreenText, step: RecordsStep)]
        switch visit.session?.role {
        case .patient:
            if let ward: String = actingFor {
                steps = [(ScreenText("History of {0}", arguments: [.text(ward)]), .wardHistory(kinds: []))]
            } else {
                steps = [(Destination.records.title, .summary(patient: nil))]
            }
        case .staff: steps = [(Destination.patients.title, .patients(search: nil))]
        case .operator: steps = [(Destination.imports.title, .imports)]
        case .unknown, nil: steps = []
        }
        return steps.compactMap { entry in records.make(entry.step).map { (entry.title, $0) } }
    }
}
