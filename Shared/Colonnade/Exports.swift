// The one import of a daemon: what its author needs, and nothing of what carries it.
@_exported public import ColonnadeContract
@_exported public import ColonnadePrelude
@_exported public import ColonnadeSystemIO
@_exported public import ColonnadeVertical
@_exported public import ColonnadeWire
@_exported public import ColonnadeWorld
@_exported public import Logging
