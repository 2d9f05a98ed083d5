/// What stands where in the repository.
struct AnatomyRules {
    /// `names` are the entries at the top level.
    static func topLevel(_ names: [String]) -> [Violation] {
        let expected: Set<String> = ["Package.swift", "Services", "Shared", "Tests", "deploy", "Makefile", "README.md", "LICENSE"]
        // Package.resolved is the build's, and ignored by git.
        let extra: [String] = names.filter { !expected.contains($0) && !$0.hasPrefix(".") && $0 != "Package.resolved" }
        return extra.map { Violation($0, "does not belong at the top level") }
            + expected.subtracting(names).sorted().map { Violation($0, "is missing at the top level") }
    }

    /// Every vertical has the same folders, and nothing beside them but those of its stores: the first has a `Data-Name`, each
    /// other one a daemon as well.
    static func vertical(_ name: String, folders: [String], stores: [String] = []) -> [Violation] {
        var expected: Set<String> = ["Domain", "Data", "Data-DomainInterface", "Presentation", "DependencyContainer", "Daemon"]
        expected.formUnion(stores.map { "Data-\($0)" } + stores.dropFirst().map { "Daemon-\($0)" })
        return Set(folders).symmetricDifference(expected).sorted().map { folder in
            Violation("Services/\(name)/\(folder)", expected.contains(folder) ? "is missing" : "is no layer of a vertical")
        }
    }

    /// The folders inside the layers that say what is in them.
    static func layers(_ name: String, paths: [String]) -> [Violation] {
        ["Domain/Entities", "Domain/UseCases", "Domain/Interfaces", "Presentation/Boards"].filter { folder in
            !paths.contains { $0.hasPrefix("Services/\(name)/\(folder)/") }
        }.map { Violation("Services/\(name)/\($0)", "is missing") }
    }

    /// Every interface that is written by hand has what is generated from it beside it.
    static func generated(_ paths: [String]) -> [Violation] {
        paths.filter { $0.hasSuffix("InOut.swift") }.flatMap { path in
            let stem: String = String(path.dropLast("InOut.swift".count))
            return [stem + "IOInterface.swift", stem + ".contract.json"].filter { !paths.contains($0) }.map {
                Violation($0, "is missing; `make generate` writes it")
            }
        }
    }
}
