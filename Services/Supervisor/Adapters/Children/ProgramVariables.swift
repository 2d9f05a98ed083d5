import SupervisorCore

/// Replaces `${STATE_DIRECTORY}` and the other variables of a child's environment in what a launcher file says of a program.
struct ProgramVariables {
    let environment: [String: String]

    func replaced(in text: String) -> String {
        var result: String = ""
        var rest: Substring = text[...]
        while let start: Range<String.Index> = rest.firstRange(of: "${"),
            let end: String.Index = rest[start.upperBound...].firstIndex(of: "}")
        {
            result += rest[..<start.lowerBound]
            // What is no variable stays as it is: the program may know it.
            let name: String = String(rest[start.upperBound..<end])
            result += environment[name] ?? String(rest[start.lowerBound...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
