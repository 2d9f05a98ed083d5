public import ColonnadeSystemIO

/// An input of a view model: the method that an action on an element with the input's id calls. What it throws ends the screen with that
/// failure, so what a person can mend belongs into the state.
public struct ViewInput: Sendable {
    /// What is done with an element, without its value.
    enum Kind: Hashable {
        case pressed, chosen, entered, submitted, more, upload, located
    }

    let element: String
    let kind: Kind
    let perform: @Sendable (ScreenEvent) async throws -> Void

    private init(_ element: String, _ kind: Kind, _ perform: @escaping @Sendable (ScreenEvent) async throws -> Void) {
        self.element = element
        self.kind = kind
        self.perform = perform
    }

    /// A button was pressed.
    public static func pressed(_ element: String, _ method: @escaping @Sendable () async throws -> Void) -> ViewInput {
        ViewInput(element, .pressed) { _ in try await method() }
    }

    /// A row, tab, point, slot, or an alert's answer was chosen, by its id.
    public static func chosen(_ element: String, _ method: @escaping @Sendable (String) async throws -> Void) -> ViewInput {
        ViewInput(element, .chosen) { if case .chosen(let id) = $0 { try await method(id) } }
    }

    /// A live field was changed.
    public static func entered(_ field: String, _ method: @escaping @Sendable (ScreenValue) async throws -> Void) -> ViewInput {
        ViewInput(field, .entered) { if case .entered(let value) = $0 { try await method(value) } }
    }

    /// A form was sent: its values by field, each of the field's kind and within its range. Fields that were left out are missing.
    public static func submitted(
        _ form: String, _ method: @escaping @Sendable ([String: ScreenValue]) async throws -> Void
    ) -> ViewInput {
        ViewInput(form, .submitted) { if case .submitted(let values) = $0 { try await method(values) } }
    }

    /// What follows in a list, table or grid is asked for, by its cursor.
    public static func more(_ element: String, _ method: @escaping @Sendable (String) async throws -> Void) -> ViewInput {
        ViewInput(element, .more) { if case .more(let cursor) = $0 { try await method(cursor) } }
    }

    /// A file comes: its head, its pieces, its end. The next piece is taken once the method has returned.
    public static func upload(_ field: String, _ method: @escaping @Sendable (ScreenUpload) async throws -> Void) -> ViewInput {
        ViewInput(field, .upload) { if case .upload(let piece) = $0 { try await method(piece) } }
    }

    /// A place of a map was pointed at: degrees north and east.
    public static func located(_ map: String, _ method: @escaping @Sendable (Double, Double) async throws -> Void) -> ViewInput {
        ViewInput(map, .located) { if case .located(let latitude, let longitude) = $0 { try await method(latitude, longitude) } }
    }
}

extension ScreenEvent {
    var kind: ViewInput.Kind? {
        switch self {
        case .pressed: .pressed
        case .chosen: .chosen
        case .entered: .entered
        case .submitted: .submitted
        case .more: .more
        case .upload: .upload
        case .located: .located
        case .unknown: nil
        }
    }
}
