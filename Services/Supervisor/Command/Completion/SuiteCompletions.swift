import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorAdapters
import SupervisorCore

/// What the suite that runs has to offer to a shell that completes a command line. Where none runs, nothing.
enum SuiteCompletions {
    /// Names of verticals.
    static let verticals: CompletionKind = .custom { words, _, _ in describe(words).map(\.name) }

    /// Names of verticals, and where one has several processes, theirs.
    static let processes: CompletionKind = .custom { words, _, _ in
        let shown: [String] = ask(words) { try await $0.status(VerticalSelection()) }.map(\.name)
        return Set(shown + shown.map(InstanceName.vertical(of:))).sorted()
    }

    /// Boards of the vertical that stands before.
    static let boards: CompletionKind = .custom { words, _, _ in
        contracts(words).flatMap(\.boards).map(\.name)
    }

    /// A vertical first, and then one of its boards.
    static let watched: CompletionKind = .custom { words, _, _ in
        let boards: [String] = contracts(words).flatMap(\.boards).map(\.name)
        return boards.isEmpty ? describe(words).map(\.name) : boards
    }

    /// Fields of the input of the board that stands before, each with its `=`.
    static let fields: CompletionKind = .custom { words, _, _ in
        guard let name: String = arguments(words).dropFirst().first, let (contract, board) = board(name, in: contracts(words)),
            case .named(let type)? = TypeExpression(parsing: board.input),
            let input: TypeDescriptor = ContractTypes(contract).descriptor(type, in: nil)
        else { return [] }
        return input.fields.map { "\($0.name)=" }
    }

    /// An edge's provider, with each of its boards behind a dot.
    static let edges: CompletionKind = .custom { words, _, _ in
        describe(words).flatMap { vertical in
            [vertical.name] + vertical.interfaces.compactMap { try? $0.read() }.flatMap(\.boards).map { "\(vertical.name).\($0.name)" }
        }
    }

    /// A person waits at the keyboard.
    private static let patience: Duration = .seconds(1)
    /// Options with a value: the word behind one is no argument.
    private static let valued: Set<String> = [
        "--home", "--field", "--session", "--timeout", "--commands", "--send-file", "--lines", "-n", "--since", "--grep",
        "--launcher", "--sockets", "--traceparent",
    ]

    private static func board(_ name: String, in contracts: [ContractDescriptor]) -> (ContractDescriptor, BoardDescriptor)? {
        for contract: ContractDescriptor in contracts {
            if let board: BoardDescriptor = contract.boards.first(where: { $0.name == name }) { return (contract, board) }
        }
        return nil
    }

    private static func contracts(_ words: [String]) -> [ContractDescriptor] {
        guard let vertical: String = arguments(words).first else { return [] }
        return describe(words).filter { $0.name == vertical }.flatMap(\.interfaces).compactMap { try? $0.read() }
    }

    /// The arguments behind the command, without options and their values.
    static func arguments(_ words: [String]) -> [String] {
        var found: [String] = []
        var isValue: Bool = false
        for word: String in words.dropFirst() {
            if !isValue, !word.hasPrefix("-"), !word.isEmpty { found.append(word) }
            isValue = valued.contains(word)
        }
        return Array(found.dropFirst())
    }

    private static func describe(_ words: [String]) -> [DescribedVertical] {
        ask(words) { try await $0.describe(VerticalSelection()) }
    }

    /// What the supervisor answers; nothing where none does.
    private static func ask<Answer: Sendable>(
        _ words: [String], _ question: @escaping @Sendable (SupervisorClient) async throws -> [Answer]
    ) -> [Answer] {
        let option: String? = words.firstIndex(of: "--home").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        let home: SuiteHome = SuiteHome.find(option: option, environment: ProcessInfo.processInfo.environment)
        return EventLoop.run(name: "svc-supervisor") { loop in
            guard let link: SupervisorLink = try? SupervisorLink(home, on: loop) else { return [] }
            defer { link.close() }
            return await CallMetadata.$current.withValue(CallMetadata(deadline: (loop.now + patience).nanoseconds)) {
                (try? await question(link.client)) ?? []
            }
        }
    }
}
