import ColonnadeContract

/// Greets people.
public protocol GreeterInterface: Interface where Refused == GreeterRefusal {
    /// A greeting for a name.
    func greet(_ input: String) async throws(Failure) -> String
}

/// Why nobody is greeted.
public enum GreeterRefusal: Refusal {
    /// The name is empty.
    case nameless
}
