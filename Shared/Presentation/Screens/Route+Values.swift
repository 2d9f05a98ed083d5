public import ColonnadeContract
public import ColonnadeSystemIO

extension Route {
    /// A route from a vertical's DTO: a struct, or an enum of which a case has values.
    public init<Value: WireMessage>(_ value: Value) {
        self.init(name: Self.name(of: Value.self), value: value.encoded())
    }

    /// The DTO again; nil where the route is another's, or of a newer vertical that means more than this one knows.
    public func value<Value: WireMessage>(as type: Value.Type = Value.self) -> Value? {
        guard name == Self.name(of: type) else { return nil }
        return try? Value(decoding: value.span)
    }

    /// The name in the vertical's contract: nested types behind a dot, without the module.
    private static func name(of type: any WireMessage.Type) -> String {
        String(String(reflecting: type).drop { $0 != "." }.dropFirst())
    }
}
