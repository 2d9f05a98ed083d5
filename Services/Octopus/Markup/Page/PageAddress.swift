/// The addresses that pages name. A browser POSTs forms to all but ``events(page:from:)``, ``asset(_:)`` and ``image(screen:element:)``.
public enum PageAddress {
    /// Takes what a person does on a screen.
    public static func actions(screen: String) -> String { "/screens/\(segment(screen))/actions" }

    /// The changes of a page, as an event stream.
    /// - Parameter step: the step that the browser has: where the page is at another, the stream sends the browser there.
    public static func events(page: String, from step: UInt64) -> String { "/pages/\(segment(page))/events?step=\(step)" }

    /// Leads back to the screen behind the one that `screen` names.
    public static func back(page: String) -> String { "/pages/\(segment(page))/back" }

    /// Closes the modal.
    public static func dismiss(page: String) -> String { "/pages/\(segment(page))/dismiss" }

    /// Opens the screen again that failed.
    public static func retry(page: String) -> String { "/pages/\(segment(page))/retry" }

    /// Signs the visitor out.
    public static func signOut(page: String) -> String { "/pages/\(segment(page))/sign-out" }

    /// One of ``Markup/assets``.
    public static func asset(_ name: String) -> String { "/assets/\(segment(name))" }

    /// A picture of a screen.
    public static func image(screen: String, element: String) -> String { "/screens/\(segment(screen))/images/\(segment(element))" }

    /// One segment of a path, percent-encoded. One of dots alone means a folder to a browser, so its dots are encoded too.
    static func segment(_ text: String) -> String {
        let isDots: Bool = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
        return text.utf8.reduce(into: "") { encoded, byte in
            if isPlain(byte), !isDots {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
