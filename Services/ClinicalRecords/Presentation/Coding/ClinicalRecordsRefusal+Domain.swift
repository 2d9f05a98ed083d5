import ClinicSessions
import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

extension ClinicalRecordsRefusal {
    init(_ problem: RecordsProblem) {
        switch problem {
        case .unknownPatient(let patient): self = .unknownPatient(patient: patient)
        case .unknownEntry(let entry): self = .unknownEntry(entry: entry)
        case .invalidCursor(let cursor): self = .invalidCursor(cursor: cursor)
        case .invalidPageSize(let size, let allowed):
            self = .invalidPageSize(pageSize: size, smallest: allowed.lowerBound, largest: allowed.upperBound)
        }
    }

    init(_ problem: BundleProblem) {
        switch problem {
        case .notJSON(let at, let reason): self = .notJSON(position: BundlePosition(at), reason: reason)
        case .truncated(let at, let reason): self = .truncated(position: BundlePosition(at), reason: reason)
        case .notABundle(let at, let reason): self = .notABundle(position: BundlePosition(at), reason: reason)
        case .unsupportedType(let type): self = .unsupportedBundleType(type: type)
        case .missingResourceType(let entry, let at): self = .missingResourceType(entry: entry, position: BundlePosition(at))
        case .missingID(let entry, let type, let at):
            self = .missingID(entry: entry, resourceType: type, position: BundlePosition(at))
        case .invalidEntry(let entry, let at, let reason):
            self = .invalidEntry(entry: entry, position: BundlePosition(at), reason: reason)
        case .duplicateResource(let resource, let entry, let earlier):
            self = .duplicateResource(resource: resource, entry: entry, earlierEntry: earlier)
        case .unresolvableReference(let entry, let reference): self = .unresolvableReference(entry: entry, reference: reference)
        case .nestedTooDeeply(let limit, let at): self = .nestedTooDeeply(limit: limit, position: BundlePosition(at))
        case .entryTooLarge(let entry, let limit): self = .entryTooLarge(entry: entry, limit: limit)
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .interrupted(let received): self = .interrupted(received: received)
        case .tooManyImports(let limit): self = .tooManyImports(limit: limit)
        }
    }
}

extension ClinicalRecordsRefusal {
    init(_ refusal: AccessRefusal) {
        switch refusal {
        case .sessionNeeded(let error): self = .sessionNeeded(reason: error.description)
        case .notAllowed: self = .notAllowed
        }
    }
}

extension BundlePosition {
    init(_ position: TextPosition) {
        self.init(line: position.line, column: position.column, offset: position.offset)
    }
}

/// Runs a use case, and turns its own "no" into the interface's.
func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let problem as RecordsProblem {
        throw ClinicalRecordsRefusal(problem)
    } catch let problem as BundleProblem {
        throw ClinicalRecordsRefusal(problem)
    } catch let refusal as AccessRefusal {
        throw ClinicalRecordsRefusal(refusal)
    } catch let silence as FellSilent {
        throw ClinicalRecordsRefusal.interrupted(received: silence.received)
    }
}
