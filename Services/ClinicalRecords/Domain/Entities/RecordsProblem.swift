/// Why a question about records has no answer.
public enum RecordsProblem: Error, Hashable, Sendable {
    case unknownPatient(String)
    case unknownEntry(String)
    case invalidCursor(String)
    case invalidPageSize(Int, allowed: ClosedRange<Int>)
}
