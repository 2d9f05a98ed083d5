/// A git repository, as far as contracts are read from it.
struct GitRepository {
    /// Where most repositories keep what is released, the first that is there counts.
    private static let mainBranches: [String] = ["origin/HEAD", "origin/main", "origin/master", "main", "master"]

    /// The folder of its work tree.
    let root: String

    /// The repository that a folder lies in.
    init(around folder: String) throws(GitCommand.Failure) {
        let result: GitCommand.Result = try GitCommand.run(["rev-parse", "--show-toplevel"], in: folder)
        guard result.succeeded, !result.text.isEmpty else {
            throw GitCommand.Failure(
                reason: "\(folder.isEmpty ? "this folder" : folder) lies in no git repository; "
                    + "say what to compare with: --against X.contract.json\(result.complaint)")
        }
        root = result.text
    }

    /// The commit that a name means; nil where it means none.
    func commit(_ name: String) throws(GitCommand.Failure) -> String? {
        let result: GitCommand.Result = try GitCommand.run(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], in: root)
        return result.succeeded ? result.text : nil
    }

    /// Where the work here left the main branch: its last commit that is part of this history.
    func whereThisLeftMain() throws(GitCommand.Failure) -> (commit: String, name: String) {
        guard try commit("HEAD") != nil else {
            throw GitCommand.Failure(reason: "the repository \(root) has no commit yet; there is nothing to compare with")
        }
        for name: String in Self.mainBranches where try commit(name) != nil {
            let result: GitCommand.Result = try GitCommand.run(["merge-base", "HEAD", name], in: root)
            guard result.succeeded else {
                throw GitCommand.Failure(
                    reason: "HEAD and \(name) have no commit in common here; in a shallow clone run `git fetch --unshallow`, "
                        + "or say --against REV")
            }
            return (result.text, try called(name))
        }
        throw GitCommand.Failure(
            reason: "the repository \(root) has no branch \(Self.mainBranches.dropFirst().joined(separator: ", ")); say --against REV")
    }

    /// The paths of all contract locks in a commit, from the root.
    func locks(in commit: String) throws(GitCommand.Failure) -> [String] {
        let result: GitCommand.Result = try GitCommand.run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit], in: root)
        guard result.succeeded else { throw GitCommand.Failure(reason: "git can't list the files of \(commit)\(result.complaint)") }
        return result.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter { $0.hasSuffix(".contract.json") }
    }

    /// A file's text in a commit.
    func text(_ path: String, in commit: String) throws(GitCommand.Failure) -> String {
        let result: GitCommand.Result = try GitCommand.run(["show", "\(commit):\(path)"], in: root)
        guard result.succeeded else { throw GitCommand.Failure(reason: "git can't show \(path) of \(commit)\(result.complaint)") }
        return result.text
    }

    /// What `origin/HEAD` stands for.
    private func called(_ name: String) throws(GitCommand.Failure) -> String {
        guard name == "origin/HEAD" else { return name }
        let result: GitCommand.Result = try GitCommand.run(["rev-parse", "--abbrev-ref", name], in: root)
        return result.succeeded ? result.text : name
    }
}
