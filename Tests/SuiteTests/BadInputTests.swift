import Foundation
import Testing

extension RealSuites {
    /// Input that nobody should send.
    @Suite("Bad input", .serialized)
    struct BadInputTests {
        @Test("a bad bundle is a typed refusal, and the database is as before")
        func bundles() async throws {
            let suite: Suite = try await Suite()
            _ = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", FHIRBundles.sample.path())
            let patient: String = try FHIRBundles.patient(in: FHIRBundles.sample)
            let before: String = try await suite.call("clinical-records", "summary", #"{"patient": "\#(patient)"}"#).output

            let good: Data = try Data(contentsOf: FHIRBundles.sampleOfNextYear)
            let bad: [(refusal: String, bytes: Data)] = [
                ("notABundle", Data("no json at all".utf8)),
                ("notJSON", Data(#"{"resourceType": "Bundle",, "type": "collection"}"#.utf8)),
                ("notABundle", Data(#"{"resourceType": "Patient", "id": "1"}"#.utf8)),
                ("truncated", good.prefix(good.count / 2)),
                ("unsupportedBundleType", Data(#"{"resourceType": "Bundle", "type": "searchset", "entry": []}"#.utf8)),
            ]
            for (refusal, bytes): (String, Data) in bad {
                let file: URL = suite.home.appending(path: "bad.json")
                try bytes.write(to: file)
                let refused: Finished = try await suite.call("clinical-records", "importBundle", "{}", "--send-file", file.path())
                #expect(refused.status == 1)
                #expect(refused.errors.contains(refusal), "\(refusal) expected: \(refused.errors)")
            }
            #expect(try await suite.call("clinical-records", "summary", #"{"patient": "\#(patient)"}"#).output == before)
            try await suite.down()
        }

        @Test("the command line says what is wrong, and how, by its exit code")
        func commandLine() async throws {
            let suite: Suite = try await Suite()
            let unknownVertical: Finished = try await suite.call("nowhere", "searchPlaces", "{}")
            #expect(unknownVertical.status == 2 || unknownVertical.status == 1)
            #expect(unknownVertical.errors.contains("maps"), "it names what there is: \(unknownVertical.errors)")
            let unknownBoard: Finished = try await suite.call("maps", "fly", "{}")
            #expect(unknownBoard.status != 0)
            #expect(unknownBoard.errors.contains("searchPlaces"), "it names what there is: \(unknownBoard.errors)")
            let wrongField: Finished = try await suite.call("maps", "searchPlaces", #"{"txt": "charité"}"#)
            #expect(wrongField.status == 2)
            #expect(wrongField.errors.contains("txt"))
            let refused: Finished = try await suite.call("maps", "place", #"{"id": "nowhere"}"#)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("unknownPlace"))
            #expect(try await suite.run("fly").status == 2)
            try await suite.down()
            #expect(try await suite.call("maps", "place", #"{"id": "nowhere"}"#).status == 3)
        }
    }
}
