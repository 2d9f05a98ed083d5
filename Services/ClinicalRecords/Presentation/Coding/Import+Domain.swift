import ClinicalRecordsDomain
import ClinicalRecordsIO

extension ImportProgress {
    init(_ model: ImportProgressDomainModel) {
        self.init(bytes: model.bytes, entries: model.entries)
    }
}

extension ImportSummary {
    init(_ model: ImportReportDomainModel) {
        self.init(
            name: model.name, bytes: model.bytes, entries: model.entries, added: model.added, changed: model.changed,
            unchanged: model.unchanged, patients: model.patients)
    }
}

extension PatientSummary {
    init(_ model: RecordSummaryDomainModel) {
        self.init(patient: model.patient, name: model.name, birthDate: model.birthDate, counts: model.counts)
    }
}
