/// How the Inputs, Outputs and Commands of boards become messages, as expressions for the client and the dispatcher.
///
/// A DTO that is a message is one as it is; anything else gets a pair of functions in a private enum of the file.
struct BodyCode {
    /// `MapsBodies`.
    let namespace: String
    let interface: ResolvedInterface

    init(_ interface: ResolvedInterface, contract: String) {
        namespace = "\(contract)Bodies"
        self.interface = interface
    }

    /// The bytes of a value.
    func encoding(_ value: String, _ type: FieldType, _ place: String) -> String {
        switch type {
        case .void: "[]"
        case .message: "\(value).encoded()"
        default: "\(namespace).encode\(place)(\(value))"
        }
    }

    /// A function from a value to bytes.
    func encoder(_ type: FieldType, _ place: String) -> String {
        switch type {
        case .void: "{ _ in [] }"
        case .message: "{ $0.encoded() }"
        default: "\(namespace).encode\(place)"
        }
    }

    /// A function from a reader to the value.
    func decoder(_ type: FieldType, _ place: String) -> String {
        if case .message(let name) = type { return "\(name).init(from:)" }
        return "\(namespace).decode\(place)"
    }

    /// The value, read from a reader that stands in an inout variable.
    func decoding(_ reader: String, _ type: FieldType, _ place: String) -> String {
        if case .message(let name) = type { return "try \(name)(from: &\(reader))" }
        return "try \(namespace).decode\(place)(&\(reader))"
    }

    /// The private functions.
    func emit(to text: inout SourceText) {
        let places: [(name: String, type: FieldType)] = interface.boards.flatMap { board in
            [(board.place("Input"), board.input), (board.place("Output"), board.output)]
                + (board.command.map { [(board.place("Command"), $0)] } ?? [])
        }
        let needed: [(name: String, type: FieldType)] = places.filter { place in
            if case .message = place.type { return false }
            return true
        }
        if needed.isEmpty { return }
        text.line()
        text.line("/// Inputs, Outputs and Commands that are no DTO: each is field 1 of a message.")
        text.block("private enum \(namespace) {") { text in
            for (index, place): (Int, (name: String, type: FieldType)) in needed.enumerated() {
                if index > 0 { text.line() }
                emitEncode(place.name, place.type, to: &text)
                emitDecode(place.name, place.type, to: &text)
            }
        }
    }

    private func emitEncode(_ place: String, _ type: FieldType, to text: inout SourceText) {
        if type == .void { return }
        text.block("static func encode\(place)(_ value: \(type.spelling)) -> [UInt8] {") { text in
            text.block("WireWriter.message { writer in") { text in
                WritingCode.write("value", type, field: 1, to: &text)
            }
        }
        text.line()
    }

    private func emitDecode(_ place: String, _ type: FieldType, to text: inout SourceText) {
        let head: String = "static func decode\(place)(_ reader: inout WireReader) throws(WireError)"
        if type == .void { return text.block("\(head) {") { $0.line("try reader.skipAll()") } }
        text.block("\(head) -> \(type.spelling) {") { text in
            StructCodec.emitReading([ResolvedField(name: "value", number: 1, type: type)], to: &text) { names, text in
                text.line("return \(names[0])")
            }
        }
    }
}

extension ResolvedBoard {
    /// `SearchPlacesInput`.
    func place(_ role: String) -> String { name.upperCamel + role }
}
