/// The names that generated codecs give to their own variables.
enum LocalNames {
    static func element(_ depth: Int) -> String { numbered("element", depth) }
    static func key(_ depth: Int) -> String { numbered("entryKey", depth) }
    static func value(_ depth: Int) -> String { numbered("entryValue", depth) }
    static func entry(_ depth: Int) -> String { numbered("entry", depth) }
    static func box(_ depth: Int) -> String { numbered("box", depth) }
    static func boxed(_ depth: Int) -> String { numbered("boxed", depth) }

    /// A name for the variable that holds the field while a message is read or written, which no other variable has.
    static func field(_ name: String, among names: [String]) -> String {
        let isNumbered: Bool = name.hasPrefix("_") && name.dropFirst().allSatisfy(\.isNumber)
        guard isNumbered || isTaken(name) else { return name }
        var candidate: String = isNumbered ? "value" + name.dropFirst() : name + "Field"
        while names.contains(candidate) { candidate += "_" }
        return candidate
    }

    /// Whether generated code uses the name itself.
    static func isTaken(_ name: String) -> Bool {
        let base: String = String(name.reversed().drop { $0.isNumber }.reversed())
        return ["reader", "writer", "key", "result", "self", "init"].contains(name)
            || ["element", "entryKey", "entryValue", "entry", "box", "boxed"].contains(base)
    }

    private static func numbered(_ name: String, _ depth: Int) -> String { depth == 0 ? name : "\(name)\(depth)" }
}
