import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation

/// The ids of the screen of imports.
enum ImportElement {
    static let (form, file): (String, String) = ("bundle", "file")
    static let (progress, result, patients, problem): (String, String, String, String) = ("progress", "result", "patients", "problem")
}

/// Files are imported, one after the other.
func importView(_ state: ImportScreenState) -> Screen {
    let file: ScreenInput = .file(
        mediaTypes: ["application/json", "application/fhir+json", ".json"], mostBytes: state.mostBytes)
    let form: ScreenElement = .form(
        ImportElement.form, name: "Import records", submit: "Import",
        [
            ScreenField(
                id: ImportElement.file, label: "FHIR bundle", input: file,
                hint: "A JSON file: a bundle of type transaction or collection.")
        ])
    return Screen(title: "Import records", elements: [form] + outcome(state))
}

private func outcome(_ state: ImportScreenState) -> [ScreenElement] {
    switch state.step {
    case .none: []
    case .receiving(let file, let size, let read): [receiving(file, size, read)]
    case .keeping(let file): [.progress(ImportElement.progress, "\(file) has come, and is being kept")]
    case .done(let report): done(report, seesPatients: state.seesPatients)
    case .refused(let file, let problem): refused(file, problem)
    }
}

private func receiving(_ file: String, _ whole: Int?, _ read: ImportProgressDomainModel) -> ScreenElement {
    let fraction: Double? = whole.flatMap { $0 > 0 ? min(Double(read.bytes) / Double($0), 1) : nil }
    return .progress(ImportElement.progress, "\(file): \(size(read.bytes)), \(read.entries) entries", fraction: fraction)
}

private func done(_ report: ImportReportDomainModel, seesPatients: Bool) -> [ScreenElement] {
    var values: [ScreenKeyValue] = [
        ScreenKeyValue("Entries", "\(report.entries)"), ScreenKeyValue("New", "\(report.added)"),
        ScreenKeyValue("Changed", "\(report.changed)"), ScreenKeyValue("Known already", "\(report.unchanged)"),
        ScreenKeyValue("Size", "\(size(report.bytes))"),
    ]
    if let name: String = report.name { values.insert(ScreenKeyValue("File", "\(name)"), at: 0) }
    let patients: [ScreenRow] = report.patients.map { ScreenRow(id: $0, title: "\($0)", isChoosable: seesPatients) }
    return [.notice("imported", "The records were imported", kind: .success), .keyValues(ImportElement.result, name: "Result", values)]
        + (patients.isEmpty ? [] : [.list(ImportElement.patients, name: "Patients in the file", patients)])
}

private func refused(_ file: String, _ problem: ImportProblem) -> [ScreenElement] {
    let place: [ScreenKeyValue] = if case .bundle(let problem) = problem { problem.place } else { [] }
    return [
        .notice("refused", "\(file) was not imported, and nothing was changed", kind: .failure), .text("why", problem.text),
    ] + (place.isEmpty ? [] : [.keyValues(ImportElement.problem, name: "Where it is wrong", place)])
}

/// Bytes, as people count them.
private func size(_ bytes: Int) -> ScreenArgument {
    bytes < 1 << 20
        ? .quantity((Double(bytes) / 102.4).rounded() / 10, unit: "KiBy")
        : .quantity((Double(bytes) / 104_857.6).rounded() / 10, unit: "MiBy")
}
