extension Template {
    /// What people do with a new vertical.
    static let domain: [Template] = [
        Template(
            "Services/__Name__/Domain/Entities/EntryDomainModel.swift",
            #"""
            public import Foundation

            /// An entry to keep.
            public struct EntryDomainModel: Hashable, Sendable {
                public let key: UUID
                public let text: String

                public init(key: UUID, text: String) {
                    self.key = key
                    self.text = text
                }
            }
            """#),
        Template(
            "Services/__Name__/Domain/Entities/ReceiptDomainModel.swift",
            #"""
            /// An entry that is kept.
            public struct ReceiptDomainModel: Hashable, Sendable {
                /// Counts from 1.
                public let number: Int
                public let text: String

                public init(number: Int, text: String) {
                    self.number = number
                    self.text = text
                }
            }
            """#),
        Template(
            "Services/__Name__/Domain/Entities/__Name__Problem.swift",
            #"""
            /// What a use case of __name__ answers when it can not do what it was asked for.
            public enum __Name__Problem: Error, Hashable, Sendable {
                /// The text is empty, or longer than `limit` characters.
                case invalidText(limit: Int)
                /// The key stands for an entry with another text.
                case keyTaken
            }
            """#),
        Template(
            "Services/__Name__/Domain/Interfaces/KeepEntriesInterface.swift",
            #"""
            /// Keeps entries.
            public protocol KeepEntriesInterface: Sendable {
                /// Keeps an entry, once for each key; it is on disk when this returns.
                /// - Throws: ``__Name__Problem/keyTaken``.
                func keep(_ entry: EntryDomainModel) async throws -> ReceiptDomainModel
            }
            """#),
        Template(
            "Services/__Name__/Domain/UseCases/KeepEntryUseCase.swift",
            #"""
            /// Someone keeps an entry.
            public struct KeepEntryUseCase: Sendable {
                /// How long a text may be at most, in characters, whatever is configured.
                public static let textLimits: ClosedRange<Int> = 1...10_000

                private let keeping: any KeepEntriesInterface
                private let textLimit: Int

                /// - Parameter textLimit: how long a text may be, in characters.
                public init(keeping: any KeepEntriesInterface, textLimit: Int) {
                    self.keeping = keeping
                    self.textLimit = textLimit
                }

                /// - Throws: ``__Name__Problem``.
                public func execute(_ entry: EntryDomainModel) async throws -> ReceiptDomainModel {
                    guard !entry.text.isEmpty, entry.text.count <= textLimit else { throw __Name__Problem.invalidText(limit: textLimit) }
                    return try await keeping.keep(entry)
                }
            }
            """#),
    ]
}
