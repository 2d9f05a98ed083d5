import ColonnadePresentation
import ColonnadeSystemIO
import Hummingbird
import NIOCore
import OctopusShell

/// A form with files, on its way to a screen: each file in pieces, as fast as the board takes them.
struct Upload {
    private static let chunkBytes: Int = ScreenLimits().chunkBytes

    private let screen: LiveScreen
    private var reader: MultipartReader
    private var fields: FormBody
    private var isChecked: Bool = false
    /// The file's field, and the bytes that it may still have.
    private var file: (field: String, rest: Int)?

    init(screen: LiveScreen, reader: MultipartReader, query: FormBody?) {
        self.screen = screen
        self.reader = reader
        fields = query ?? FormBody()
    }

    /// What the form says beside its files, once it has been read; nil where it says nothing to the board.
    var form: FormBody? { fields["event"] == nil ? nil : fields }

    /// Reads the form to its end.
    /// - Parameters:
    ///   - heard: told of each piece that has come.
    ///   - check: throws where the token is not the page's; before the first file.
    mutating func run(_ body: RequestBody, heard: () -> Void, check: (String?) throws -> Void) async throws {
        for try await piece: ByteBuffer in body {
            heard()
            let events: [MultipartReader.Event]
            do {
                events = try reader.feed(piece.readableBytesView)
            } catch {
                throw DoorFault(.badRequest, ScreenText("The form is not written as browsers write one: \(error.reason)."))
            }
            for event: MultipartReader.Event in events { try await take(event, check) }
        }
        if !isChecked { try check(fields["token"]) }
        if file != nil { throw DoorFault(.badRequest, "The form ends before its end.") }
    }

    /// Tells the board that the rest of a file does not come.
    mutating func abandon() async {
        guard let file else { return }
        _ = await screen.send(ScreenAction(file.field, .upload(.abandoned)))
        self.file = nil
    }

    private mutating func take(_ event: MultipartReader.Event, _ check: (String?) throws -> Void) async throws {
        switch event {
        case .field(let name, let value):
            guard fields.add(value, to: name) else { throw DoorFault(.contentTooLarge, "The form has too many fields.") }
        case .fileBegan(let name, let fileName, let mediaType):
            if !isChecked {
                try check(fields["token"])
                isChecked = true
            }
            try await begin(String(name.trimmingPrefix("field.")), fileName, mediaType)
        case .fileBytes(let bytes): try await send(bytes)
        case .fileEnded:
            if let file { try await tell(file.field, .ended) }
            file = nil
        case .ended: break
        }
    }

    private mutating func begin(_ field: String, _ fileName: String, _ mediaType: String) async throws {
        // A browser sends a part without a name where no file was chosen.
        guard !fileName.isEmpty, case .screen(let shown) = screen.shown,
            case .file(_, let mostBytes)? = shown.unpacked()?.field(field)?.input
        else { return }
        file = (field, mostBytes)
        let plain: String = String((fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "file").prefix(200))
        try await tell(field, .began(name: plain, mediaType: String(mediaType.prefix(100)), size: nil))
    }

    private mutating func send(_ bytes: [UInt8]) async throws {
        guard let (field, rest): (String, Int) = file else { return }
        guard bytes.count <= rest else {
            throw DoorFault(.contentTooLarge, "The file is larger than its field allows. Nothing of it was taken.")
        }
        file = (field, rest - bytes.count)
        for begin: Int in stride(from: 0, to: bytes.count, by: Self.chunkBytes) {
            try await tell(field, .chunk(Array(bytes[begin..<min(begin + Self.chunkBytes, bytes.count)])))
        }
    }

    private func tell(_ field: String, _ piece: ScreenUpload) async throws {
        guard await screen.send(ScreenAction(field, .upload(piece))) else {
            throw DoorFault(.serviceUnavailable, "The part that takes the file is not there any more. Try again.")
        }
    }
}
