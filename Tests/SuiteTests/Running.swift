import Foundation
import Synchronization
import Testing

/// How a command ended.
struct Finished: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// The output's lines, each a JSON value of its own.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The JSON object in line `index`, from the end where it is negative.
    func object(_ index: Int = 0) throws -> [String: Any] {
        let lines: [String] = lines
        let position: Int = index < 0 ? lines.count + index : index
        try #require(lines.indices.contains(position), "no line \(index) in: \(output) \(errors)")
        let value: Any = try JSONSerialization.jsonObject(with: Data(lines[position].utf8))
        return try #require(value as? [String: Any], "no object: \(lines[position])")
    }

    /// The JSON object on standard error, where a call was refused or failed.
    func failure() throws -> [String: Any] {
        let line: Substring = try #require(errors.split(separator: "\n").last { $0.hasPrefix("{") }, "no JSON in: \(errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
}

/// A `svc-supervisor` command that runs. Its output is collected as it comes, so that a test can wait for a line.
final class Running: Sendable {
    private struct State {
        var output: Data = Data()
        var errors: Data = Data()
        var openPipes: Int = 2
        var status: Int32?

        var finished: Finished? {
            guard openPipes == 0, let status else { return nil }
            return Finished(
                status: status, output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
        }
    }

    private let process: Process
    private let standardInput: Pipe = Pipe()
    private let state: Mutex<State> = Mutex(State())
    /// Something changed in `state`. One test waits at a time.
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// - Parameter input: what is written to standard input, which is closed behind it; nil leaves it open.
    init(_ arguments: [String], home: URL, input: String?) throws {
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        process = Process()
        process.executableURL = Suite.products.appending(path: "svc-supervisor")
        process.arguments = arguments.prefix(1) + ["--home", home.path()] + arguments.dropFirst()
        let (output, errors): (Pipe, Pipe) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [weak self] process in
            self?.note { $0.status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus }
        }
        output.fileHandleForReading.readabilityHandler = { [weak self] in self?.take($0, \.output) }
        errors.fileHandleForReading.readabilityHandler = { [weak self] in self?.take($0, \.errors) }
        try process.run()
        if let input {
            try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? standardInput.fileHandleForWriting.close()
        }
    }

    /// Writes one line to the command's standard input.
    func send(_ line: String) throws {
        try standardInput.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the command's standard input.
    func finishInput() throws {
        try standardInput.fileHandleForWriting.close()
    }

    func interrupt() {
        process.interrupt()
    }

    /// Waits for the end.
    func finished(within limit: Duration = .seconds(60)) async throws -> Finished {
        try await wait(for: "the end of \(process.arguments ?? [])", within: limit) { $0.finished }
    }

    /// Waits until the output has `count` whole lines, and gives them.
    func lines(_ count: Int, within limit: Duration = .seconds(60)) async throws -> [String] {
        try await wait(for: "\(count) lines of \(process.arguments ?? [])", within: limit) { state in
            let lines: [Substring] = String(decoding: state.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count > count ? lines.prefix(count).map(String.init) : nil
        }
    }

    private func wait<Value: Sendable>(
        for what: String, within limit: Duration, _ condition: @escaping @Sendable (borrowing State) -> Value?
    ) async throws -> Value {
        let value: Value? = await withTaskGroup(of: Value?.self) { group in
            group.addTask { [self] in
                if let value: Value = state.withLock({ condition($0) }) { return value }
                for await _: Void in changes {
                    if let value: Value = state.withLock({ condition($0) }) { return value }
                }
                return nil
            }
            group.addTask {
                try? await ContinuousClock().sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let value { return value }
        let said: (String, String) = state.withLock {
            (String(decoding: $0.output, as: UTF8.self), String(decoding: $0.errors, as: UTF8.self))
        }
        throw Late(what: "\(what) did not come within \(limit); so far it said: \(said.0)\(said.1)")
    }

    private func take(_ handle: FileHandle, _ path: any WritableKeyPath<State, Data> & Sendable) {
        let data: Data = handle.availableData
        if data.isEmpty { handle.readabilityHandler = nil }
        note { state in
            if data.isEmpty { state.openPipes -= 1 }
            state[keyPath: path].append(data)
        }
    }

    private func note(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        change.yield()
    }
}
