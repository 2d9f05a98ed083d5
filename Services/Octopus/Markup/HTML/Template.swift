import Mustache

/// A piece of HTML with places for ``Values``. Places have three braces: what fills them is HTML already.
struct Template: Sendable {
    private let template: MustacheTemplate

    /// - Precondition: `text` is a template. All of ours are written here.
    init(_ text: String) {
        do {
            template = try MustacheTemplate(string: text)
        } catch {
            preconditionFailure("This is no template: \(error)\n\(text)")
        }
    }

    func filled(_ values: Values) -> HTML {
        HTML(trusted: template.render(values))
    }
}
