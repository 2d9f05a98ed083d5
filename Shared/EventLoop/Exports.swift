// Its own module, because what calls a daemon waits by it too, and knows no loop.
@_exported public import ColonnadeContinuation
