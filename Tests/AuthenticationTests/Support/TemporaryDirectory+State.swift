import ColonnadeTesting
import Foundation

extension TemporaryDirectory {
    /// The code that waits for the first operator; nil where none does.
    func operatorCode() throws -> String? {
        let file: String = path + "/state/operator-invitation"
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Who may do what with a file: 0o600.
    func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}
