import ColonnadeSystemIO
import ColonnadeWorld
import Hummingbird
import OctopusShell
private import Synchronization

/// Forms with files.
extension Door {
    /// Hands a form's files to a screen, and then the form's own action, where it has one.
    func upload(_ request: Request, _ reader: MultipartReader, to page: OpenPage, of visitor: Visitor, _ id: String) async throws {
        guard let screen: LiveScreen = page.screen(id) else { throw DoorFault(.gone, Self.gone) }
        let lastPiece: LastPiece = LastPiece(suite.world.clock.uptime())
        let form: FormBody? = try await withThrowingTaskGroup(of: FormBody?.self) { group in
            group.addTask { try await take(request, reader, screen, visitor, lastPiece) }
            group.addTask {
                try await lastPiece.isTooOld(clock: suite.world.clock)
                throw DoorFault(.requestTimeout, "The file stopped coming. Nothing of it was taken; send it again.")
            }
            group.addTask {
                try await suite.world.clock.sleep(DoorLimits.upload)
                throw DoorFault(.requestTimeout, "The file takes too long to come. Nothing of it was taken.")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let form, case .screen(let packed) = screen.shown, let shown: Screen = packed.unpacked(),
            case .action(let action) = ActionReading.read(form, on: shown)
        {
            _ = await screen.send(action)
        }
    }

    private func take(
        _ request: Request, _ reader: MultipartReader, _ screen: LiveScreen, _ visitor: Visitor, _ lastPiece: LastPiece
    ) async throws -> FormBody? {
        var upload: Upload = Upload(screen: screen, reader: reader, query: FormBody(request.uri.query.map { Array($0.utf8) } ?? []))
        do {
            try await upload.run(request.body) {
                lastPiece.note(suite.world.clock.uptime())
            } check: { token in
                guard cookie.isOwn(request, token: token, of: visitor) else { throw Self.forged }
            }
            return upload.form
        } catch {
            await upload.abandon()
            throw error
        }
    }
}

/// When the last piece of an upload came.
private final class LastPiece: Sendable {
    private let time: Mutex<Duration>

    init(_ now: Duration) {
        time = Mutex(now)
    }

    func note(_ now: Duration) {
        time.withLock { $0 = now }
    }

    /// Returns once no piece has come for too long.
    func isTooOld(clock: WorldClock) async throws {
        while true {
            let rest: Duration = time.withLock { $0 } + DoorLimits.uploadPause - clock.uptime()
            guard rest > .zero else { return }
            try await clock.sleep(rest)
        }
    }
}
