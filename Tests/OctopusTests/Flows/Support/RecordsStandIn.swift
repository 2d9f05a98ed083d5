import ClinicalRecordsIO
import Colonnade
import ColonnadeTesting

/// Clinical-records whose screens note that they were opened, and are over at once.
final class RecordsStandIn: ClinicalRecordsInterface {
    private let opened: Mailbox<Opened>
    private let refusal: ClinicalRecordsRefusal?

    init(_ opened: Mailbox<Opened>, refusal: ClinicalRecordsRefusal? = nil) {
        self.opened = opened
        self.refusal = refusal
    }

    private func note(_ screen: Opened) -> Outputs<ScreenOutput> {
        opened.put(screen)
        return Outputs { [refusal] _ in
            if let refusal { throw refusal }
            return .done
        }
    }

    func patientsScreen(_ input: PatientsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.patients(input))
    }

    func summaryScreen(_ input: SummaryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.summary(input)) }

    func medicalHistoryScreen(_ input: HistoryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.history(input))
    }

    func minorHistoryScreen(_ input: MinorHistoryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.minorHistory(input))
    }

    func documentScreen(_ input: DocumentScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.document(input))
    }

    func importScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.imports) }

    func importBundle(_ input: BundleImport, _ commands: Commands<[UInt8]>) -> Outputs<ImportOutput> { Outputs { _ in .notDone } }
    func summary(_ input: SummaryRequest) async throws(Failure) -> PatientSummary { throw .refused(.notAllowed) }
    func names(_ input: NamesRequest) async throws(Failure) -> PatientNames {
        opened.put(.names(input))
        if let refusal { throw .refused(refusal) }
        return PatientNames(names: input.patients.map { PatientName(patient: $0, name: "Name of \($0)") })
    }

    func medicalHistory(_ input: HistoryRequest) async throws(Failure) -> HistoryPage { throw .refused(.notAllowed) }
    func follow(_ input: FollowRequest) -> Outputs<FollowOutput> { Outputs { _ in .done } }
    func minorHistory(_ input: MinorHistoryRequest) async throws(Failure) -> HistoryPage { throw .refused(.notAllowed) }
}
