import ColonnadeContract
import ColonnadeSystemIO

/// Clinical records of patients: FHIR R4 bundles in, summaries and medical histories out.
public protocol ClinicalRecordsInterface: Interface where Refused == ClinicalRecordsRefusal {
    /// Imports a FHIR R4 bundle of type transaction or collection; all of it or nothing.
    ///
    /// The commands are the bundle's bytes, in order and in pieces of any size, up to the import limit; finishing them
    /// is the end of the bundle. Outputs are progress while bytes come, then one summary, sent once everything is on disk.
    /// A resource is known by its type and id, so importing a bundle again changes nothing. Staff and operators may.
    func importBundle(_ input: BundleImport, _ commands: Commands<[UInt8]>) -> Outputs<ImportOutput>

    /// Who a patient is, and how many resources of each type refer to the patient. The call's session may see the patient.
    func summary(_ input: SummaryRequest) async throws(Failure) -> PatientSummary

    /// One page of a patient's medical history, newest first. The call's session may see the patient.
    func medicalHistory(_ input: HistoryRequest) async throws(Failure) -> HistoryPage

    /// Entries as they are imported: first those after the cursor, then new ones as they come, until the caller leaves or the
    /// session ends. The call's session may see the patient; every patient is for staff.
    func follow(_ input: FollowRequest) -> Outputs<FollowOutput>

    /// One page of a minor's medical history, newest first. The call's session is the guardian's who holds the minor's session,
    /// which the input has.
    func minorHistory(_ input: MinorHistoryRequest) async throws(Failure) -> HistoryPage

    /// Patients to be looked up by name or id, page by page; routes are ``PatientsRoute``. For staff.
    func patientsScreen(_ input: PatientsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// Who a patient is and how much is recorded, as it is now; routes are ``SummaryRoute``. The call's session may see the patient.
    func summaryScreen(_ input: SummaryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// A patient's medical history, by kinds and days, page by page, with what is imported meanwhile; routes are ``HistoryRoute``. The
    /// call's session may see the patient, and does so as long as the screen is open.
    func medicalHistoryScreen(_ input: HistoryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// The same of a minor; routes are ``HistoryRoute``. The call's session is the guardian's who holds the minor's session, which the
    /// input has.
    func minorHistoryScreen(_ input: MinorHistoryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// One entry of a history, with all that is known of it; routes are ``DocumentRoute``. The call's session may see the patient, or is
    /// the guardian's where the input has the minor's.
    func documentScreen(_ input: DocumentScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// Takes in FHIR bundles as files, one after the other; routes are ``ImportRoute``. Staff and operators may.
    func importScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// What patients are called, for whoever shows something about several of them. Staff may know every name; a patient their own, and
    /// those of minors whose sessions the input has and the caller holds. Others are left out, and are not told from unknown ones.
    func names(_ input: NamesRequest) async throws(Failure) -> PatientNames
}

// MARK: - Import

/// A bundle about to be sent.
public struct BundleImport: Hashable, Sendable {
    /// What the caller calls the bundle, a file name for example. Comes back in the summary and stands in the log.
    public let name: String?

    public init(name: String? = nil) {
        self.name = name
    }
}

/// What an import says.
public enum ImportOutput: Hashable, Sendable {
    /// Comes now and then.
    case progress(ImportProgress)
    /// The last output.
    case summary(ImportSummary)
    case unknown(Unrecognized)
}

/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
    /// Bytes of the bundle that were read.
    public let bytes: Int
    /// Entries of the bundle that were read.
    public let entries: Int

    public init(bytes: Int, entries: Int) {
        self.bytes = bytes
        self.entries = entries
    }
}

/// What an import did. Everything in it is on disk.
public struct ImportSummary: Hashable, Sendable {
    /// The name that the caller gave.
    public let name: String?
    /// The size of the bundle.
    public let bytes: Int
    /// Entries in the bundle: `added + changed + unchanged`.
    public let entries: Int
    /// Resources that were not known before.
    public let added: Int
    /// Resources that were known, and are different now.
    public let changed: Int
    /// Resources that were known just so.
    public let unchanged: Int
    /// The ids of the bundle's Patient resources, the first 100 in their order in the bundle.
    public let patients: [String]

    public init(
        name: String? = nil, bytes: Int, entries: Int, added: Int, changed: Int, unchanged: Int, patients: [String]
    ) {
        self.name = name
        self.bytes = bytes
        self.entries = entries
        self.added = added
        self.changed = changed
        self.unchanged = unchanged
        self.patients = patients
    }
}

// MARK: - Summary

/// Whose summary is wanted.
public struct SummaryRequest: Idempotent, Hashable, Sendable {
    /// The `id` of the Patient resource.
    public let patient: String

    public init(patient: String) {
        self.patient = patient
    }
}

/// Who a patient is, and what is recorded.
public struct PatientSummary: Hashable, Sendable {
    /// The `id` of the Patient resource.
    public let patient: String
    /// The official or usual name, given names first; empty where the record has none.
    public let name: String
    /// A FHIR date: `1974`, `1974-12` or `1974-12-25`. Text, because it may be less than a day's precision.
    public let birthDate: String?
    /// The number of resources by FHIR resource type, among those whose `subject` or `patient` refers to the patient.
    public let counts: [String: Int]

    public init(patient: String, name: String, birthDate: String? = nil, counts: [String: Int]) {
        self.patient = patient
        self.name = name
        self.birthDate = birthDate
        self.counts = counts
    }
}

// MARK: - History

/// What an entry of a medical history is about.
public enum EntryKind: Hashable, Sendable {
    /// A visit or a stay.
    case encounter
    /// A diagnosis or a complaint.
    case condition
    /// Something measured or asked.
    case observation
    /// Something done to the patient.
    case procedure
    /// A vaccination.
    case immunization
    /// A drug, prescribed or given.
    case medication
    /// What a laboratory or a reader concluded.
    case diagnosticReport
    /// An allergy or intolerance.
    case allergy
    /// What is planned for the patient.
    case carePlan
    /// What is to be reached.
    case goal
    /// Pictures that were taken.
    case imaging
    /// A text or a file about the patient.
    case document
    case unknown(Unrecognized)
}

/// Which part of a history is wanted.
public struct HistoryRequest: Idempotent, Hashable, Sendable {
    /// The `id` of the Patient resource.
    public let patient: String
    /// Only entries of these kinds; empty means all.
    public let kinds: [EntryKind]
    /// Only entries at this time or later; leaves out entries without a time.
    public let from: Date?
    /// Only entries before this time; leaves out entries without a time.
    public let until: Date?
    /// Entries in a page, 1 to 200; 50 where not given.
    public let pageSize: Int?
    /// ``HistoryPage/next`` of the page before; nil for the first page.
    public let cursor: String?

    public init(
        patient: String, kinds: [EntryKind] = [], from: Date? = nil, until: Date? = nil, pageSize: Int? = nil,
        cursor: String? = nil
    ) {
        self.patient = patient
        self.kinds = kinds
        self.from = from
        self.until = until
        self.pageSize = pageSize
        self.cursor = cursor
    }
}

/// Which part of a minor's history is wanted.
public struct MinorHistoryRequest: Idempotent, Hashable, Sendable {
    /// The minor's session, as authentication's `minorSession` gave it: never the call's own.
    public let session: String
    /// Which part; the patient is the minor.
    public let history: HistoryRequest

    public init(session: String, history: HistoryRequest) {
        self.session = session
        self.history = history
    }
}

/// One page of a history.
public struct HistoryPage: Hashable, Sendable {
    /// Newest first; entries without a time come last.
    public let entries: [HistoryEntry]
    /// The cursor of the next page; nil on the last page.
    public let next: String?
    /// A cursor for `follow`: gives what is imported after this page was read.
    public let follow: String
    /// False where `maps` could not be asked, so that entries may lack their place.
    public let placesKnown: Bool

    public init(entries: [HistoryEntry], next: String? = nil, follow: String, placesKnown: Bool) {
        self.entries = entries
        self.next = next
        self.follow = follow
        self.placesKnown = placesKnown
    }
}

/// One thing that happened to a patient, or was found.
public struct HistoryEntry: Hashable, Sendable {
    /// The FHIR resource it stands for: `Observation/f8d3edab-799c-40d0-a48e-614a709e30f3`.
    public let id: String
    /// The `id` of the Patient resource.
    public let patient: String
    /// What the entry is about.
    public let kind: EntryKind
    /// When it began or was found; nil where the record does not say.
    public let time: Date?
    /// The time as it was recorded, which may be less precise: `2019-04`.
    public let recordedTime: String?
    /// What it is, in words: `Body Height`.
    public let title: String
    /// What was found, where there is a value: `52.7 cm`.
    public let value: String?
    /// The FHIR status: `finished`, `active`, ….
    public let status: String?
    /// The organization that the record names, as it is written there.
    public let organization: String?
    /// Where it was made, as `maps` knows the organization; nil where the record names none, and where maps knows none or is down.
    public let place: EntryPlace?

    public init(
        id: String, patient: String, kind: EntryKind, time: Date? = nil, recordedTime: String? = nil, title: String,
        value: String? = nil, status: String? = nil, organization: String? = nil, place: EntryPlace? = nil
    ) {
        self.id = id
        self.patient = patient
        self.kind = kind
        self.time = time
        self.recordedTime = recordedTime
        self.title = title
        self.value = value
        self.status = status
        self.organization = organization
        self.place = place
    }
}

/// A place as `maps` knows it.
public struct EntryPlace: Hashable, Sendable {
    /// The place's id in `maps`.
    public let id: String
    /// What people call it.
    public let name: String
    /// One line; nil where maps knows none.
    public let address: String?
    /// Degrees, -90 to 90.
    public let latitude: Double
    /// Degrees, -180 to 180.
    public let longitude: Double

    public init(id: String, name: String, address: String? = nil, latitude: Double, longitude: Double) {
        self.id = id
        self.name = name
        self.address = address
        self.latitude = latitude
        self.longitude = longitude
    }
}

// MARK: - Follow

/// Which new entries are wanted.
public struct FollowRequest: Idempotent, Hashable, Sendable {
    /// The `id` of the Patient resource; nil for every patient.
    public let patient: String?
    /// Only entries of these kinds; empty means all.
    public let kinds: [EntryKind]
    /// Where to go on: a cursor from an earlier ``FollowOutput`` or from ``HistoryPage/follow``. Nil means from now on.
    public let cursor: String?
    /// The session of the minor whose entries are wanted, for the guardian; nil where the call's own session may see the patient.
    public let minorSession: String?

    public init(patient: String? = nil, kinds: [EntryKind] = [], cursor: String? = nil, minorSession: String? = nil) {
        self.patient = patient
        self.kinds = kinds
        self.cursor = cursor
        self.minorSession = minorSession
    }
}

/// What a follower is told, each with the cursor to go on from.
public enum FollowOutput: Hashable, Sendable {
    /// The first output: what is imported from here on will be told.
    case following(cursor: String)
    /// An entry that was not there before.
    case added(entry: HistoryEntry, cursor: String)
    /// An entry that was there, and is different now.
    case changed(entry: HistoryEntry, cursor: String)
    /// An entry that may have been there, and is none any more: it was entered in error.
    case takenBack(id: String, cursor: String)
    case unknown(Unrecognized)
}

// MARK: - Names

/// Whose names are wanted.
public struct NamesRequest: Idempotent, Hashable, Sendable {
    /// The `id`s of Patient resources, at most 256.
    public let patients: [String]
    /// Sessions of minors among them, each held by the caller, as authentication gave them; at most 32. One that does not count is passed
    /// over.
    public let minorSessions: [String]

    public init(patients: [String], minorSessions: [String] = []) {
        self.patients = patients
        self.minorSessions = minorSessions
    }
}

/// What patients are called.
public struct PatientNames: Hashable, Sendable {
    /// Those that are known and that the caller may know, in no order.
    public let names: [PatientName]

    public init(names: [PatientName]) {
        self.names = names
    }
}

/// What a patient is called.
public struct PatientName: Hashable, Sendable {
    /// The `id` of the Patient resource.
    public let patient: String
    /// As the record has it, given names first; never empty.
    public let name: String

    public init(patient: String, name: String) {
        self.patient = patient
        self.name = name
    }
}

// MARK: - Screens

/// Which patients are shown first.
public struct PatientsScreenInput: Hashable, Sendable {
    /// What is searched for: beginnings of words of a name or id; nil for all patients.
    public let search: String?

    public init(search: String? = nil) {
        self.search = search
    }
}

/// What has happened on the screen of patients.
public enum PatientsRoute: Hashable, Sendable {
    /// A patient was chosen, by the `id` of the Patient resource.
    case patientChosen(id: String)
    /// More records are to be imported.
    case importChosen
    case unknown(Unrecognized)
}

/// Whose summary is shown.
public struct SummaryScreenInput: Hashable, Sendable {
    /// The `id` of the Patient resource; nil for the person of the call's session.
    public let patient: String?
    /// Whether the caller knows a way to the patient's appointments, so that the screen may offer it.
    public let leadsToAppointments: Bool

    public init(patient: String? = nil, leadsToAppointments: Bool = false) {
        self.patient = patient
        self.leadsToAppointments = leadsToAppointments
    }
}

/// What has happened on a summary's screen.
public enum SummaryRoute: Hashable, Sendable {
    /// The patient's history is wanted, or those entries of it that are of these kinds; none means all.
    case historyChosen(patient: String, kinds: [EntryKind])
    /// The patient's documents and reports are wanted.
    case documentsChosen(patient: String)
    /// The patient's appointments are wanted.
    case appointmentsChosen(patient: String)
    case unknown(Unrecognized)
}

/// Whose history is shown, and what of it at first.
public struct HistoryScreenInput: Hashable, Sendable {
    /// The `id` of the Patient resource; nil for the person of the call's session.
    public let patient: String?
    /// Only entries of these kinds at first; empty means all.
    public let kinds: [EntryKind]

    public init(patient: String? = nil, kinds: [EntryKind] = []) {
        self.patient = patient
        self.kinds = kinds
    }
}

/// Which minor's history is shown, and what of it at first.
public struct MinorHistoryScreenInput: Hashable, Sendable {
    /// The minor's session, as authentication's `minorSession` gave it: never the call's own.
    public let session: String
    /// Only entries of these kinds at first; empty means all.
    public let kinds: [EntryKind]

    public init(session: String, kinds: [EntryKind] = []) {
        self.session = session
        self.kinds = kinds
    }
}

/// What has happened on a history's screen.
public enum HistoryRoute: Hashable, Sendable {
    /// An entry was chosen, by ``HistoryEntry/id``.
    case entryChosen(id: String)
    case unknown(Unrecognized)
}

/// Which entry is shown.
public struct DocumentScreenInput: Hashable, Sendable {
    /// ``HistoryEntry/id``: the type and id of the FHIR resource.
    public let entry: String
    /// The session of the minor whom the entry is about, for the guardian; nil where the call's own session may see the patient.
    public let minorSession: String?

    public init(entry: String, minorSession: String? = nil) {
        self.entry = entry
        self.minorSession = minorSession
    }
}

/// What has happened on a document's screen.
public enum DocumentRoute: Hashable, Sendable {
    /// Another entry was chosen that has to do with this one, by ``HistoryEntry/id``. It is about the same patient.
    case entryChosen(id: String)
    /// The place was chosen where the entry was made, by its id in `maps`.
    case placeChosen(id: String)
    case unknown(Unrecognized)
}

/// What has happened on the screen of imports.
public enum ImportRoute: Hashable, Sendable {
    /// A patient was chosen whose records were imported, by the `id` of the Patient resource.
    case patientChosen(id: String)
    case unknown(Unrecognized)
}

// MARK: - Refusals

/// A place in the bundle's text.
public struct BundlePosition: Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// In characters, from 1.
    public let column: Int
    /// In bytes, from 0.
    public let offset: Int

    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}

/// What the deep links of clinical-records lead to. A patient is nil for who is signed in.
public enum ClinicalRecordsLink: Hashable, Sendable {
    /// Finding a patient, with words that are searched for at once.
    case patients(search: String?)
    /// A patient's summary.
    case summary(patient: String?)
    /// A patient's medical history.
    case history(patient: String?)
    /// One entry of a record, as in ``HistoryEntry/id``.
    case entry(id: String)
    /// Importing a bundle.
    case importing
    case unknown(Unrecognized)
}

/// Why clinical-records refuses. After a refused import the records are as they were before. Entries count from 0.
public enum ClinicalRecordsRefusal: Refusal, Hashable {
    /// No Patient resource with this id was imported.
    case unknownPatient(patient: String)
    /// The bytes are no JSON.
    case notJSON(position: BundlePosition, reason: String)
    /// The bytes ended before the bundle did.
    case truncated(position: BundlePosition, reason: String)
    /// The JSON is no FHIR Bundle.
    case notABundle(position: BundlePosition, reason: String)
    /// A Bundle, but neither a transaction nor a collection.
    case unsupportedBundleType(type: String)
    /// The entry's resource has no `resourceType`.
    case missingResourceType(entry: Int, position: BundlePosition)
    /// The entry's resource has no `id`.
    case missingID(entry: Int, resourceType: String, position: BundlePosition)
    /// The entry is not what FHIR says it is.
    case invalidEntry(entry: Int, position: BundlePosition, reason: String)
    /// Two entries hold the same resource.
    case duplicateResource(resource: String, entry: Int, earlierEntry: Int)
    /// A `urn:` reference that names no entry of the bundle, and none that was imported before.
    case unresolvableReference(entry: Int, reference: String)
    /// The JSON is nested deeper than the limit.
    case nestedTooDeeply(limit: Int, position: BundlePosition)
    /// One entry has more bytes than the limit.
    case entryTooLarge(entry: Int, limit: Int)
    /// The bundle has more bytes than the limit.
    case tooLarge(limit: Int)
    /// The caller went away before it had said that the bundle was complete.
    case interrupted(received: Int)
    /// As many imports as may run at the same time are running; try again later.
    case tooManyImports(limit: Int)
    /// The cursor is none that this board gave.
    case invalidCursor(cursor: String)
    /// A page has this many entries at least and at most.
    case invalidPageSize(pageSize: Int, smallest: Int, largest: Int)
    /// The filter names a kind that this provider does not know.
    case unknownKind(number: UInt32)
    /// The call has no session that counts, or the input none; the reason says why, and what to do.
    case sessionNeeded(reason: String)
    /// The session may not do this, or may not see this patient.
    case notAllowed
    /// No patient that the session may see has such an entry.
    case unknownEntry(entry: String)
    /// More names, or sessions of minors, are asked for at once than this; ask in several calls.
    case tooManyNames(limit: Int)
}
