/// What makes a sequence of bytes no sequence of frames.
public enum FrameError: Error, Equatable, Sendable {
    /// The length field says less than ``FrameHeader/minimumLength``.
    case tooShort(length: Int)
    /// The length field says more than the limit.
    case tooLong(length: Int, limit: Int)
    /// The type is none of ``FrameType``.
    case unknownType(UInt8)
    /// A flag that nobody knows, or that has no meaning with this type of frame.
    case unknownFlags(UInt8)
}

extension FrameError: CustomStringConvertible {
    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .tooShort(let length): "a frame says it has \(length) bytes; the least is \(FrameHeader.minimumLength)"
        case .tooLong(let length, let limit): "a frame says it has \(length) bytes; the limit is \(limit)"
        case .unknownType(let type): "frame type \(type) is not known"
        case .unknownFlags(let flags): "frame flags \(flags) are not known with this type of frame"
        }
    }
}
