import Foundation
import GRDB

/// By what patients are found: the words of all their names, the family's first, and those of their id. Words are in small letters
/// without accents, and a space stands before each.
enum PersonIndex {
    /// Words that are kept, and that are looked for; and code points of one. More tell nobody apart.
    private static let (mostWords, longestWord): (Int, Int) = (32, 64)

    /// Takes patients in.
    /// - Parameter query: gives the key and the body of each.
    static func fill(from query: String, in db: Database) throws {
        let insert: Statement = try db.makeStatement(sql: "INSERT OR REPLACE INTO person (patient, words) VALUES (?, ?)")
        let patients: RowCursor = try Row.fetchCursor(db, sql: query)
        while let patient: Row = try patients.next() {
            let (key, body): (String, Data) = (patient["key"], patient["body"])
            let id: String = String(key.dropFirst("Patient/".count))
            // What was imported is readable; where it is not, the patient is still found by the id.
            let names: [FHIRHumanName] = (try? FHIRDecoder.decode(FHIRPatient.self, from: Array(body)))?.name ?? []
            try insert.execute(arguments: [id, line(names.map(text) + [id])])
        }
    }

    /// The words of a text, as they are looked for.
    static func words(of text: String) -> [String] {
        let folded: String = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
        return folded.split { !$0.isLetter && !$0.isNumber }.prefix(mostWords).map { String($0.unicodeScalars.prefix(longestWord)) }
    }

    private static func text(_ name: FHIRHumanName) -> String {
        ([name.family] + (name.given ?? []) + [name.text]).compactMap(\.self).joined(separator: " ")
    }

    private static func line(_ texts: [String]) -> String {
        var seen: Set<String> = []
        return texts.flatMap(words).filter { seen.insert($0).inserted }.prefix(mostWords * 2).map { " " + $0 }.joined()
    }
}
