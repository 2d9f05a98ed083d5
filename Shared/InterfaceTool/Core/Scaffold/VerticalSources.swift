/// The files of a vertical that a new board changes.
struct VerticalSources {
    private let name: VerticalName
    private let package: SuitePackage
    private let own: [String]

    init(_ name: VerticalName, root: String) throws(ScaffoldError) {
        self.name = name
        // No launcher file is read.
        package = try SuitePackage(root: root, launcher: "")
        own = package.files(below: name.folder).filter { $0.hasSuffix(".swift") && !$0.hasSuffix("IOInterface.swift") }
        guard !own.isEmpty, package.exists("\(name.interfaceFolder)/\(name.text)InOut.swift") else {
            throw ScaffoldError("there is no vertical \(name.text) here; make it first: svc-interface new \(name.text)")
        }
    }

    func text(_ path: String) throws(ScaffoldError) -> String {
        guard let text: String = package.text(path) else { throw ScaffoldError("the file can't be read", in: path) }
        return text
    }

    /// The file of the vertical in which a text stands as a whole word.
    func file(with declaration: String) throws(ScaffoldError) -> String {
        let found: [String] = own.filter { path in
            package.text(path)?.ranges(of: declaration).contains { range in
                guard let text: String = package.text(path), !declaration.hasSuffix("(") else { return true }
                return text[range.upperBound...].first.map { !$0.isLetter && !$0.isNumber } ?? true
            } ?? false
        }
        guard let file: String = found.first, found.count == 1 else {
            throw ScaffoldError(
                "\(found.isEmpty ? "no file" : "more than one file") in \(name.folder) has \"\(declaration)\"; "
                    + "\(name.text) is not made as others are: add the board by hand")
        }
        return file
    }

    /// Where else the interface is implemented: fakes of tests.
    var conforming: [String] {
        package.swiftFiles.filter { path in
            !path.hasPrefix(name.folder + "/") && !path.hasPrefix(name.interfaceFolder + "/")
                && package.text(path)?.contains("\(name.text)Interface") == true
                && package.text(path).map { !BoardEditing.implementations(of: name, in: $0).isEmpty } ?? false
        }
    }

    /// Whether its tests start it as ``NewVertical`` has made them.
    var startsByItself: Bool { package.exists("\(name.testsFolder)/\(name.text)ContractTests.swift") }
}
