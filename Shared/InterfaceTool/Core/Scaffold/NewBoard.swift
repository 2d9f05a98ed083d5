import FoundationEssentials

/// Adds a board to a vertical: to its interface, its domain, its presentation and its containers.
public struct NewBoard {
    /// Gives a file's new text; the second parameter is its path, for messages.
    private typealias Edit = @Sendable (_ text: String, _ path: String) throws(ScaffoldError) -> String

    public let changes: ChangeSet
    /// What is left to know.
    public let notes: [String]
    private let name: VerticalName
    private let board: BoardName
    private let interface: String

    /// - Parameter root: the folder of the package.
    /// - Throws: ``ScaffoldError`` where the name can not be one or is taken, or where the vertical is not made as others are.
    public init(_ text: String, of vertical: String, in root: String) throws(ScaffoldError) {
        name = try VerticalName(vertical)
        board = try BoardName(text)
        let root: String = root == "." ? "" : root
        interface = "\(name.interfaceFolder)/\(name.text)InOut.swift"
        let sources: VerticalSources = try VerticalSources(name, root: root)
        var changes: ChangeSet = ChangeSet(root: root)
        for template: Template in Template.board {
            let file: (path: String, text: String) = template.file(for: name, board: board)
            changes.create(file.path, file.text)
        }
        let editing: BoardEditing = BoardEditing(name: name, board: board)
        changes.edit(interface, from: try sources.text(interface), to: try editing.interface(try sources.text(interface), path: interface))
        let edits: [(declaration: String, edit: Edit)] = [
            ("struct \(name.text)Vertical", editing.vertical), ("struct \(name.text)DomainLayerContainer", editing.domainContainer),
            ("\(name.text)Vertical(", editing.container),
        ]
        for (declaration, edit): (String, Edit) in edits {
            let path: String = try sources.file(with: declaration)
            changes.edit(path, from: try sources.text(path), to: try edit(try sources.text(path), path))
        }
        let fakes: [String] = sources.conforming
        for path: String in fakes { changes.edit(path, from: try sources.text(path), to: editing.fakes(try sources.text(path))) }
        var notes: [String] = fakes.map { "\($0) answers \(text) as not implemented" }
        if sources.startsByItself {
            let file: (path: String, text: String) = Template.boardTest.file(for: name, board: board)
            changes.create(file.path, file.text)
        } else {
            notes.append(
                "write a test of \(board.text): \(name.text) has no \(name.testsFolder)/\(name.text)ContractTests.swift to begin from")
        }
        self.changes = changes
        self.notes = notes
        try changes.checkNothingIsOverwritten()
    }

    /// Makes all of it; where anything fails, nothing has changed.
    /// - Returns: the files that are generated from the InOut file.
    public func make() throws -> [String] {
        try changes.apply(generatingIn: [name.interfaceFolder])
    }
}
