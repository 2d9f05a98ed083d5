import Foundation

/// Answers questions about our codecs, asked on standard input by `Tests/Oracle/oracle.py`.
@main enum Main {
    static func main() throws {
        var answers: Answers = Answers()
        let input: FileHandle = .standardInput
        while let length: Int = try Self.number(input), let questions: Data = try input.read(upToCount: length), questions.count == length {
            let answer: Data = answers.answer(questions)
            try FileHandle.standardOutput.write(contentsOf: Answers.number(answer.count) + answer)
        }
    }

    /// A length, 4 bytes, little-endian; nil at the end of the input.
    private static func number(_ input: FileHandle) throws -> Int? {
        guard let bytes: Data = try input.read(upToCount: 4), bytes.count == 4 else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
