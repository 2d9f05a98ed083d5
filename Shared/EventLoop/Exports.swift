// A module of its own, because generated clients use it too and do not know the loop.
@_exported public import ColonnadeContinuation
