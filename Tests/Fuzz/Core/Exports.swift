@_exported public import struct ColonnadeWorld.SeededGenerator
