import ClinicalRecordsIO
import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld

extension Builder {
    /// Makes the screens of clinical-records. A minor's session is a parameter, and never the call's own.
    enum ClinicalRecords {
        /// All patients, or those who are searched for.
        static func makePatients(search: String?, route: @escaping @Sendable (PatientsRoute) -> Void) -> PresentedScreen {
            let client: any ClinicalRecordsInterface = Current.suite.records
            return PresentedScreen(
                "ClinicalRecords.patientsScreen", board: { client.patientsScreen(PatientsScreenInput(search: search), $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// Who a patient is; nil for the person of the call's session.
        static func makeSummary(
            of patient: String?, leadsToAppointments: Bool, route: @escaping @Sendable (SummaryRoute) -> Void
        ) -> PresentedScreen {
            let client: any ClinicalRecordsInterface = Current.suite.records
            let input: SummaryScreenInput = SummaryScreenInput(patient: patient, leadsToAppointments: leadsToAppointments)
            return PresentedScreen(
                "ClinicalRecords.summaryScreen", board: { client.summaryScreen(input, $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// A patient's history; nil for the person of the call's session.
        static func makeMedicalHistory(
            of patient: String?, kinds: [EntryKind], route: @escaping @Sendable (HistoryRoute) -> Void
        ) -> PresentedScreen {
            let client: any ClinicalRecordsInterface = Current.suite.records
            return PresentedScreen(
                "ClinicalRecords.medicalHistoryScreen",
                board: { client.medicalHistoryScreen(HistoryScreenInput(patient: patient, kinds: kinds), $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// The history of a minor, by the minor's session.
        static func makeMedicalHistory(
            with session: String, kinds: [EntryKind], route: @escaping @Sendable (HistoryRoute) -> Void
        ) -> PresentedScreen {
            let client: any ClinicalRecordsInterface = Current.suite.records
            return PresentedScreen(
                "ClinicalRecords.minorHistoryScreen",
                board: { client.minorHistoryScreen(MinorHistoryScreenInput(session: session, kinds: kinds), $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// One entry of a history; of a minor's, by the minor's session.
        static func makeDocument(
            of entry: String, with minorSession: String? = nil, route: @escaping @Sendable (DocumentRoute) -> Void
        ) -> PresentedScreen {
            let client: any ClinicalRecordsInterface = Current.suite.records
            return PresentedScreen(
                "ClinicalRecords.documentScreen",
                board: { client.documentScreen(DocumentScreenInput(entry: entry, minorSession: minorSession), $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// Takes files with records in.
        static func makeImport(route: @escaping @Sendable (ImportRoute) -> Void) -> PresentedScreen {
            let client: any ClinicalRecordsInterface = Current.suite.records
            return PresentedScreen(
                "ClinicalRecords.importScreen", board: { client.importScreen((), $0) }, refusal: text, barrier: isBarrier, route: route)
        }

        /// What people are called.
        static func makeNames() -> @Sendable (Set<ScreenPerson>) async throws(ScreenFailure) -> [String: String] {
            let client: any ClinicalRecordsInterface = Current.suite.records
            return { people async throws(ScreenFailure) in
                let request: NamesRequest = NamesRequest(
                    patients: Set(people.map(\.id)).sorted(), minorSessions: people.compactMap(\.session).sorted())
                do throws(CallFailure<ClinicalRecordsRefusal>) {
                    return try await client.names(request).names.reduce(into: [:]) { $0[$1.patient] = $1.name }
                } catch {
                    throw ScreenFailure(error, refusal: text, barrier: isBarrier)
                }
            }
        }

        private static func text(_ refusal: ClinicalRecordsRefusal) -> ScreenText {
            switch refusal {
            case .notAllowed: "Your account may not see this."
            case .unknownPatient: "Nothing is recorded about this patient."
            case .unknownEntry: "This entry is not there, or is not yours to see."
            case .tooManyImports: "Too many imports are running. Try again once one is done."
            default: "This can not be shown. Go back, and try again."
            }
        }

        private static func isBarrier(_ refusal: ClinicalRecordsRefusal) -> Bool {
            if case .sessionNeeded = refusal { true } else { false }
        }
    }
}
