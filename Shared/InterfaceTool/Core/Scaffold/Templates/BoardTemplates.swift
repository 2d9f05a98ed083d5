extension Template {
    /// A board more: what it does is for its author to say, in the use case and in what implements its interface.
    static let board: [Template] = [
        Template(
            "Services/__Name__/Domain/Interfaces/__Board__Interface.swift",
            #"""
            /// What `__board__` does.
            public protocol __Board__Interface: Sendable {
                /// The answer to a text.
                func answer(to text: String) async throws -> String
            }
            """#),
        Template(
            "Services/__Name__/Domain/UseCases/__Board__UseCase.swift",
            #"""
            /// Someone asks for `__board__`.
            public struct __Board__UseCase: Sendable {
                private let answering: any __Board__Interface

                public init(answering: any __Board__Interface) {
                    self.answering = answering
                }

                public func execute(_ text: String) async throws -> String {
                    try await answering.answer(to: text)
                }
            }
            """#),
        Template(
            "Services/__Name__/Data-DomainInterface/__Board__Answers.swift",
            #"""
            public import __Name__Domain

            /// Answers `__board__` with the text that it was given.
            public struct __Board__Answers: __Board__Interface {
                public init() {}

                public func answer(to text: String) async throws -> String { text }
            }
            """#),
        Template(
            "Services/__Name__/Presentation/Boards/__Board__Board.swift",
            #"""
            public import __Name__Domain
            import __Name__IO

            /// `__board__`: an answer to a text.
            public struct __Board__Board: Sendable {
                private let useCase: __Board__UseCase

                public init(useCase: __Board__UseCase) {
                    self.useCase = useCase
                }

                func activate(with input: __Board__Request) async throws -> __Board__Answer {
                    __Board__Answer(text: try await useCase.execute(input.text))
                }
            }
            """#),
    ]

    /// Only where the vertical can be started by itself, as a new one can.
    static let boardTest: Template = Template(
        "Tests/__Name__Tests/__Board__BoardTests.swift",
        #"""
        import ColonnadeTesting
        import __Name__
        import __Name__IO
        import Testing

        @Suite("What the board __board__ promises, whichever way it is reached", .timeLimit(.minutes(2)))
        struct __Board__BoardTests {
            @Test("It answers", arguments: Way.allCases)
            func answers(_ way: Way) async throws {
                try await withVertical(__Name__LauncherPlugin(), by: way) { vertical in
                    let client: __Name__Client = __Name__Client(vertical.channel(to: __Name__Contract.descriptor))
                    let answer: __Board__Answer = try await client.__board__(__Board__Request(text: "hello"))
                    #expect(answer == __Board__Answer(text: "hello"))
                }
            }
        }
        """#)

    /// The board's Input and Output, behind the interface.
    static let boardTypes: Template = Template(
        "",
        #"""


        /// What `__board__` is asked.
        public struct __Board__Request: Hashable, Sendable {
            /// Any text.
            public let text: String

            public init(text: String) {
                self.text = text
            }
        }

        /// What `__board__` answers.
        public struct __Board__Answer: Hashable, Sendable {
            /// The text that was asked with.
            public let text: String

            public init(text: String) {
                self.text = text
            }
        }
        """#)
}
