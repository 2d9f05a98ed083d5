@_exported public import ColonnadeWire

// An InOut file imports ColonnadeContract and nothing else; the two value types below are part of its vocabulary.
@_exported public import struct FoundationEssentials.Date
@_exported public import struct FoundationEssentials.UUID
