/// Writes a `.proto` file as text.
struct ProtoText {
    private let file: ProtoFile
    private let lookup: ProtoLookup
    private var lines: [String] = []

    static func text(_ file: ProtoFile) -> String {
        var writer: ProtoText = ProtoText(file)
        writer.write()
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private init(_ file: ProtoFile) {
        self.file = file
        lookup = ProtoLookup(file)
    }

    private mutating func write() {
        comment(file.comment, depth: 0)
        lines += ["syntax = \"proto3\";", "", "package \(file.package);"]
        if let service: ProtoService = file.service { write(service) }
        for item: ProtoEnum in file.enums { write(item, depth: 0) }
        for message: ProtoMessage in file.messages { write(message, in: ".\(file.package)", depth: 0) }
    }

    private mutating func write(_ service: ProtoService) {
        lines.append("")
        comment(service.comment, depth: 0)
        lines.append("service \(service.name) {")
        for (index, method): (Int, ProtoMethod) in service.methods.enumerated() {
            if index > 0 { lines.append("") }
            comment(method.comment, depth: 1)
            let scope: String = ".\(file.package).\(service.name)"
            let output: String = (method.isStreaming ? "stream " : "") + lookup.spelling(method.output, in: scope)
            let head: String = "rpc \(method.name)(\(lookup.spelling(method.input, in: scope))) returns (\(output))"
            line(method.isIdempotent ? "\(head) { option idempotency_level = IDEMPOTENT; }" : "\(head);", depth: 1)
        }
        lines.append("}")
    }

    private mutating func write(_ item: ProtoEnum, depth: Int) {
        lines.append("")
        comment(item.comment, depth: depth)
        line("enum \(item.name) {", depth: depth)
        reserved(item.reserved, depth: depth + 1)
        for value: ProtoEnumValue in item.values {
            comment(value.comment, depth: depth + 1)
            line("\(value.name) = \(value.number);", depth: depth + 1)
        }
        line("}", depth: depth)
    }

    private mutating func write(_ message: ProtoMessage, in outer: String, depth: Int) {
        let scope: String = "\(outer).\(message.name)"
        if lines.last?.hasSuffix("{") == false { lines.append("") }
        comment(message.comment, depth: depth)
        if message.fields.isEmpty, message.messages.isEmpty, message.enums.isEmpty, message.reserved.isEmpty {
            return line("message \(message.name) {}", depth: depth)
        }
        line("message \(message.name) {", depth: depth)
        reserved(message.reserved, depth: depth + 1)
        if let oneof: String = message.oneof { line("oneof \(oneof) {", depth: depth + 1) }
        for field: ProtoField in message.fields {
            write(field, in: scope, depth: depth + (message.oneof == nil ? 1 : 2))
        }
        if message.oneof != nil { line("}", depth: depth + 1) }
        for item: ProtoEnum in message.enums { write(item, depth: depth + 1) }
        for nested: ProtoMessage in message.messages { write(nested, in: scope, depth: depth + 1) }
        line("}", depth: depth)
    }

    private mutating func write(_ field: ProtoField, in scope: String, depth: Int) {
        comment(field.comment, depth: depth)
        let type: String
        switch field.kind {
        case .optional(let inner): type = "optional \(lookup.spelling(inner, in: scope))"
        case .repeated(let inner): type = "repeated \(lookup.spelling(inner, in: scope))"
        case .map(let key, let value):
            type = "map<\(lookup.spelling(key, in: scope)), \(lookup.spelling(value, in: scope))>"
        case .alternative(let inner): type = lookup.spelling(inner, in: scope)
        }
        line("\(type) \(field.name) = \(field.number);", depth: depth)
    }

    private mutating func reserved(_ numbers: [UInt32], depth: Int) {
        if numbers.isEmpty { return }
        line("reserved \(numbers.map { "\($0)" }.joined(separator: ", "));", depth: depth)
    }

    private mutating func comment(_ text: String, depth: Int) {
        if text.isEmpty { return }
        for part: Substring in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            line(part.isEmpty ? "//" : "// \(part)", depth: depth)
        }
    }

    private mutating func line(_ text: String, depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }
}
