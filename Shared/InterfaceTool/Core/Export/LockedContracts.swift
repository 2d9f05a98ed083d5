import ColonnadeContract

/// The contracts that an export is made of: the locks among and below some paths.
struct LockedContracts {
    private static let suffix: String = ".contract.json"

    /// By name.
    let contracts: [ContractDescriptor]

    /// - Parameters:
    ///   - paths: locks, InOut files beside which locks stand, or folders that have some.
    ///   - names: the contracts to take; where empty, every one that has boards.
    init(_ paths: [String], named names: [String]) throws(Diagnostics) {
        var diagnostics: Diagnostics = Diagnostics()
        var contracts: [String: ContractDescriptor] = [:]
        for path: String in try Self.locks(paths) {
            do throws(Diagnostics) {
                guard let contract: ContractDescriptor = try Self.read(path) else { continue }
                if contracts.updateValue(contract, forKey: contract.name) != nil {
                    diagnostics.add("another lock is called \(contract.name) too; export them one by one", in: path, at: .start)
                }
            } catch {
                diagnostics.add(error)
            }
        }
        for name: String in names where contracts[name] == nil {
            let known: String = contracts.keys.sorted().joined(separator: ", ")
            diagnostics.add("no lock has the name \(name); there are: \(known)", in: paths.joined(separator: " "), at: .start)
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        let wanted: [ContractDescriptor] =
            names.isEmpty ? contracts.values.filter { !$0.boards.isEmpty } : Set(names).compactMap { contracts[$0] }
        self.contracts = wanted.sorted { $0.name < $1.name }
    }

    private static func locks(_ paths: [String]) throws(Diagnostics) -> [String] {
        let named: [String] = paths.filter { $0.hasSuffix(suffix) }
        let searched: [String] = paths.filter { !$0.hasSuffix(suffix) }
        let sources: [String] = searched.isEmpty ? [] : try InterfaceFinder.find(searched)
        return Set(named + sources.map { $0.dropLast("InOut.swift".count) + suffix }).sorted()
    }

    private static func read(_ path: String) throws(Diagnostics) -> ContractDescriptor? {
        var diagnostics: Diagnostics = Diagnostics()
        do {
            if let contract: ContractDescriptor = try TextFile.read(path).flatMap(LockFile.contract) {
                for conflict: String in LockFile.conflicts(in: contract) { diagnostics.add(conflict, in: path, at: .start) }
                guard diagnostics.isEmpty else { throw diagnostics }
                return contract
            }
            diagnostics.add("there is no lock; run `svc-interface generate` first", in: path, at: .start)
        } catch let error as Diagnostics {
            throw error
        } catch {
            diagnostics.add("this is no contract lock; take it from version control again (\(error))", in: path, at: .start)
        }
        throw diagnostics
    }
}

extension SourcePosition {
    /// Where a whole file is meant.
    static let start: SourcePosition = SourcePosition(line: 1, column: 1)
}
