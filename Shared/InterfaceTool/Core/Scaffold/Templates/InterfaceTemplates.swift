extension Template {
    /// What a new vertical offers.
    static let interface: [Template] = [
        Template(
            "Shared/IOInterface/__Name__IO/__Name__InOut.swift",
            #"""
            import ColonnadeContract

            /// What __name__ offers: to begin with, entries that it keeps.
            public protocol __Name__Interface: Interface where Refused == __Name__Refusal {
                /// Keeps an entry; it is on disk before the answer. The same key with the same text has the same answer again, and
                /// keeps nothing twice.
                func keep(_ input: __Name__Entry) async throws(Failure) -> __Name__Receipt
            }

            /// An entry to keep.
            public struct __Name__Entry: Idempotent, Hashable, Sendable {
                /// By which the same entry is known again.
                public let key: UUID
                /// At least one character, and no more than the configuration allows.
                public let text: String

                public init(key: UUID, text: String) {
                    self.key = key
                    self.text = text
                }
            }

            /// An entry that is kept.
            public struct __Name__Receipt: Hashable, Sendable {
                /// 1 for the first entry, and one more for each that follows.
                public let number: Int
                /// As in the entry.
                public let text: String

                public init(number: Int, text: String) {
                    self.number = number
                    self.text = text
                }
            }

            /// Why __name__ refuses.
            public enum __Name__Refusal: Refusal, Hashable {
                /// The text is empty, or longer than `limit` characters.
                case invalidText(limit: Int)
                /// The key stands for an entry with another text.
                case keyTaken
            }
            """#)
    ]
}
