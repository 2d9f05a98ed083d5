import ClinicalRecordsDomain
import Foundation
import Testing

@testable import ClinicalRecordsData

@Suite("FHIR times and references")
struct FHIRDateTimeTests {
    /// A time, and the RFC 3339 form of its first moment.
    private static let valid: [(text: String, first: String)] = [
        ("2015", "2015-01-01T00:00:00Z"), ("2015-02", "2015-02-01T00:00:00Z"), ("2015-02-07", "2015-02-07T00:00:00Z"),
        ("2015-02-07T13:28:17Z", "2015-02-07T13:28:17Z"), ("2015-02-07T13:28:17+02:00", "2015-02-07T11:28:17Z"),
        ("2015-02-07T13:28:17-05:30", "2015-02-07T18:58:17Z"), ("2000-02-29", "2000-02-29T00:00:00Z"),
        ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"), ("1900-03-01", "1900-03-01T00:00:00Z"), ("2100-12-31", "2100-12-31T00:00:00Z"),
    ]

    @Test("the first moment of a time", arguments: valid)
    func moment(text: String, first: String) throws {
        let expected: Date = try #require(ISO8601DateFormatter().date(from: first))
        let value: FHIRDateTime = try #require(FHIRDateTime(text))
        #expect(value.moment.microseconds == Int64(expected.timeIntervalSince1970) * 1_000_000 && value.text == text)
    }

    @Test("fractions count to the microsecond")
    func fraction() throws {
        let whole: FHIRDateTime = try #require(FHIRDateTime("2020-10-20T19:19:03Z"))
        let part: FHIRDateTime = try #require(FHIRDateTime("2020-10-20T19:19:03.6210009Z"))
        #expect(part.moment.microseconds - whole.moment.microseconds == 621_000)
    }

    @Test(
        "what is no FHIR time",
        arguments: [
            "", "20", "2015-", "2015-13", "2015-00", "2015-1", "2015-02-30", "1900-02-29", "2015-02-07T", "2015-02-07T13:28",
            "2015-02-07T13:28:17",
            "2015-02-07T24:00:00Z", "2015-02-07T13:28:17.Z", "2015-02-07T13:28:17+15:00", "2015-02-07 13:28:17Z", "yesterday",
            "2015-02-07x",
        ])
    func invalid(text: String) {
        #expect(FHIRDateTime(text) == nil)
    }

    @Test("what references point to")
    func references() {
        #expect(ReferenceTarget("urn:uuid:1") == .urn("urn:uuid:1"))
        #expect(ReferenceTarget("Patient/1") == .key("Patient/1"))
        #expect(ReferenceTarget("Patient/1/_history/2") == .key("Patient/1"))
        #expect(ReferenceTarget("https://a.example/fhir/Patient/1") == .absolute("https://a.example/fhir/Patient/1", key: "Patient/1"))
        #expect(ReferenceTarget("https://a.example/x y") == .absolute("https://a.example/x y", key: nil))
        for nothing: String in ["#contained", "Patient?identifier=1", "Patient", "", "/", "patient/1", "Patient/a_b"] {
            #expect(ReferenceTarget(nothing) == nil)
        }
    }
}
