// A module of its own, because generated clients wait by it too, and know no loop.
@_exported public import ColonnadeContinuation
