import FoundationEssentials
import Glibc

/// Whose a suite's folder is that this user may not look into.
public struct HomeOwner: Hashable, Sendable {
    public let path: String
    /// Nil where not even that can be seen.
    public let number: Int?
    public let name: String?

    init(of path: String) {
        let attributes: [FileAttributeKey: Any] = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
        self.path = path
        number = attributes.number(.ownerAccountID)
        name = attributes[.ownerAccountName] as? String
    }

    /// That nothing is known of a suite in it, and what helps.
    public var sentence: String {
        guard let number else {
            return "User \(geteuid()) may not look into \(path). Be the user who started the suite, or name another by --home."
        }
        let owner: String = name.map { "\($0) (user \(number))" } ?? "user \(number)"
        let step: String = number == 0 ? "use sudo" : name.map { "use sudo -u \($0)" } ?? "be that user"
        return "\(path) belongs to \(owner), and user \(geteuid()) may not look into it: \(step), or name another by --home."
    }
}
