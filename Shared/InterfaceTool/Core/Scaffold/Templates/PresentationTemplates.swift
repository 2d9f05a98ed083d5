extension Template {
    /// The boards of a new vertical.
    static let presentation: [Template] = [
        Template(
            "Services/__Name__/Presentation/__Name__Vertical.swift",
            #"""
            public import Colonnade
            public import __Name__IO

            /// What __name__ offers: each requirement is handed to its board.
            public struct __Name__Vertical: __Name__Interface {
                private let keepBoard: KeepBoard

                public init(keep: KeepBoard) {
                    keepBoard = keep
                }

                public func keep(_ input: __Name__Entry) async throws(Failure) -> __Name__Receipt {
                    try await attempt { try await keepBoard.activate(with: input) }
                }
            }
            """#),
        Template(
            "Services/__Name__/Presentation/Boards/KeepBoard.swift",
            #"""
            public import __Name__Domain
            import __Name__IO

            /// `keep`: an entry that is on disk before the answer.
            public struct KeepBoard: Sendable {
                private let useCase: KeepEntryUseCase

                public init(useCase: KeepEntryUseCase) {
                    self.useCase = useCase
                }

                func activate(with input: __Name__Entry) async throws -> __Name__Receipt {
                    __Name__Receipt(try await refusing { try await useCase.execute(EntryDomainModel(input)) })
                }
            }
            """#),
        Template(
            "Services/__Name__/Presentation/Coding/Entry+Domain.swift",
            #"""
            import __Name__Domain
            import __Name__IO

            extension EntryDomainModel {
                init(_ entry: __Name__Entry) {
                    self.init(key: entry.key, text: entry.text)
                }
            }

            extension __Name__Receipt {
                init(_ model: ReceiptDomainModel) {
                    self.init(number: model.number, text: model.text)
                }
            }
            """#),
        Template(
            "Services/__Name__/Presentation/Coding/__Name__Refusal+Domain.swift",
            #"""
            import __Name__Domain
            import __Name__IO

            extension __Name__Refusal {
                init(_ problem: __Name__Problem) {
                    switch problem {
                    case .invalidText(let limit): self = .invalidText(limit: limit)
                    case .keyTaken: self = .keyTaken
                    }
                }
            }

            /// Runs a use case, and turns its own "no" into the interface's.
            func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
                do {
                    return try await body()
                } catch let problem as __Name__Problem {
                    throw __Name__Refusal(problem)
                }
            }
            """#),
    ]
}
