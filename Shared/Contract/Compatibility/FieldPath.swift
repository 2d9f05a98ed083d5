/// The way from a board to a field: `Input.area[].radius`.
struct FieldPath {
    /// Most steps that are kept: a peer's contract may nest types as deep as it likes.
    private static let longest: Int = 16

    private var steps: [String]
    private var isCut: Bool = false

    init(_ root: String) {
        steps = [root]
    }

    func field(_ name: String) -> FieldPath { appending("." + name) }

    /// The way into what the brackets of a type hold.
    func into(_ type: TypeExpression) -> FieldPath {
        switch type {
        case .array(let inner), .dictionary(_, let inner): appending("[]").into(inner)
        case .optional(let inner): into(inner)
        default: self
        }
    }

    /// The steps one behind the other; the first ones of a long way are left out.
    var text: String { (isCut ? "…" : "") + steps.joined() }

    private func appending(_ step: String) -> FieldPath {
        var path: FieldPath = self
        if path.steps.count == Self.longest {
            path.steps.removeFirst()
            path.isCut = true
        }
        path.steps.append(step)
        return path
    }
}
