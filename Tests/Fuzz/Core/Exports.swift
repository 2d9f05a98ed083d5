@_exported public import struct SuiteCodecs.SeededGenerator
