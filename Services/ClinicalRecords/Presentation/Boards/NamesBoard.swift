public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

/// `names`: what patients are called, as far as the caller may know.
public struct NamesBoard: Sendable {
    /// Names in one call: each costs the decoding of a resource, and a screen shows fewer.
    static let most: Int = 256
    /// Minors' sessions in one call: each costs the check of a signature, and a guardian has as many wards at most.
    static let mostSessions: Int = 32

    /// Bytes of a patient's id, as FHIR has it: to hash a text of megabytes would take longer than all else here.
    private static let longestIdentifier: Int = 64

    private let useCase: NamePatientsUseCase
    private let access: PatientAccess

    public init(useCase: NamePatientsUseCase, access: PatientAccess) {
        self.useCase = useCase
        self.access = access
    }

    func activate(with input: NamesRequest) async throws -> PatientNames {
        guard input.patients.count <= Self.most else { throw ClinicalRecordsRefusal.tooManyNames(limit: Self.most) }
        guard input.minorSessions.count <= Self.mostSessions else { throw ClinicalRecordsRefusal.tooManyNames(limit: Self.mostSessions) }
        return try await refusing {
            let names: [String: String] = try await useCase.execute(patients: try await visible(input))
            return PatientNames(names: names.map { PatientName(patient: $0.key, name: $0.value.bounded(to: 200)) })
        }
    }

    /// Those patients whose names the caller may know.
    private func visible(_ input: NamesRequest) async throws(AccessRefusal) -> Set<String> {
        let wanted: Set<String> = Set(input.patients.filter { $0.utf8.count <= Self.longestIdentifier })
        let caller: UserSession = try await access.require(.staff, .patient, .operator)
        if caller.role == .staff { return wanted }
        guard caller.role == .patient else { return [] }
        var visible: Set<String> = Set([caller.subject].compactMap(\.self))
        for token: String in input.minorSessions {
            // One that has expired costs its own name, and not the others'.
            if let minor: UserSession = try? await access.requireMinor(token), let subject: String = minor.subject {
                visible.insert(subject)
            }
        }
        return wanted.intersection(visible)
    }
}
