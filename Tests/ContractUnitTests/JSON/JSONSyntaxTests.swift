import ColonnadeContract
import Testing

@Suite("Text that is not JSON")
struct JSONSyntaxTests {
    private static let wrong: [(text: String, message: String)] = [
        ("", "line 1, column 1: expected a value, found the end"),
        ("{", "line 1, column 2: expected a name in double quotes, found the end"),
        ("{\"a\": 1,\n \"ü\" 2}", "line 2, column 6: expected ':', found '2'"),
        ("{\"a\": 1 \"b\": 2}", "line 1, column 9: expected ',' or '}', found '\"'"),
        ("[1,\n\n  }", "line 3, column 3: expected a value, found '}'"),
        ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
        ("'a'", "line 1, column 1: expected a value, found '''"),
        ("\"a", "line 1, column 3: expected '\"' at the end of the string, found the end"),
        ("\"\\x\"", "line 1, column 3: expected one of \" \\ / b f n r t u, found 'x'"),
        ("\"\\u12g4\"", "line 1, column 6: expected four hexadecimal digits, found 'g'"),
        ("[tru]", "line 1, column 5: expected true, found ']'"),
        ("-", "line 1, column 2: expected a digit, found the end"),
        ("1. ", "line 1, column 3: expected a digit, found ' '"),
        ("{} x", "line 1, column 4: expected the end, found 'x'"),
    ]

    @Test("the message names line, column and what was expected", arguments: wrong)
    func message(text: String, message: String) {
        let error: JSONMappingError? = #expect(throws: JSONMappingError.self) { try JSONValue(parsing: text) }
        #expect(error?.message == "not valid JSON: \(message)")
    }

    @Test("text that stands too deep in itself is told")
    func depth() {
        let text: String = String(repeating: "[", count: 100_000)
        let error: JSONMappingError? = #expect(throws: JSONMappingError.self) { try JSONValue(parsing: text) }
        #expect(error?.message.contains("expected at most 512 values in each other") == true, "\(error?.message ?? "")")
    }
}
