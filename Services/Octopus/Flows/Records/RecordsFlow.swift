import ClinicalRecordsIO
import ColonnadePrelude
import ColonnadePresentation
import ColonnadeSystemIO
import MapsIO

/// Shows records: from patients to a summary, from there to a history, and to what is in it.
final class RecordsFlow: FlowController {
    let stage: Stage
    private let visit: Visit
    private let app: MicroApp
    private let onward: @Sendable (AppRoute) -> Void

    init(on stage: Stage, for visit: Visit, in app: MicroApp, onward: @escaping @Sendable (AppRoute) -> Void) {
        self.stage = stage
        self.visit = visit
        self.app = app
        self.onward = onward
    }

    var primary: Flow { stage.primary }
    var secondary: Flow { stage.secondary }
    var modal: Flow { stage.modal }

    func go(to step: RecordsStep) {
        guard let screen: PresentedScreen = make(step) else {
            onward(.onward(.account(.wards)))
            return
        }
        Presented.screen(screen) |> primary.push
    }

    /// The screen of a step, for where it stands beside others; nil where the person acts for nobody and the step needs a ward.
    func make(_ step: RecordsStep) -> PresentedScreen? {
        stage.build {
            switch step {
            case .patients(let search):
                Builder.ClinicalRecords.makePatients(search: search) { [weak self] in self?.handle(.patients($0)) }
            case .summary(let patient):
                Builder.ClinicalRecords.makeSummary(of: patient, leadsToAppointments: app.parts.contains(.appointments)) { [weak self] in
                    self?.handle(.summary($0))
                }
            case .history(let patient, let kinds):
                Builder.ClinicalRecords.makeMedicalHistory(of: patient, kinds: kinds) { [weak self] in self?.handle(.history($0)) }
            case .entry(let id):
                Builder.ClinicalRecords.makeDocument(of: id) { [weak self] in self?.handle(.document($0)) }
            case .wardHistory(let kinds):
                visit.ward.map { ward in
                    Builder.ClinicalRecords.makeMedicalHistory(with: ward.token, kinds: kinds) { [weak self] in
                        self?.handle(.wardHistory($0))
                    }
                }
            case .wardEntry(let id):
                visit.ward.map { ward in
                    Builder.ClinicalRecords.makeDocument(of: id, with: ward.token) { [weak self] in self?.handle(.wardDocument($0)) }
                }
            case .imports:
                Builder.ClinicalRecords.makeImport { [weak self] in self?.handle(.imports($0)) }
            }
        }
    }

    func handle(_ route: RecordsFlowRoute) {
        if let step: RecordsStep = RecordsStep(after: route) {
            go(to: step)
        } else if let step: AppStep = route.onward {
            onward(.onward(step))
        } else {
            stage.tellUnknown()
        }
    }
}
