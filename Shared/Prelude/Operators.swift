precedencegroup PipePrecedence {
    associativity: left
    higherThan: AssignmentPrecedence
    lowerThan: TernaryPrecedence
}

precedencegroup CompositionPrecedence {
    associativity: left
    higherThan: PipePrecedence
    lowerThan: TernaryPrecedence
}

infix operator |> : PipePrecedence
infix operator >>> : CompositionPrecedence
infix operator >=> : CompositionPrecedence

/// Applies `function` to `value`: `x |> f` is `f(x)`.
@inlinable
public func |> <A, B, Failure: Error>(value: A, function: (A) throws(Failure) -> B) throws(Failure) -> B {
    try function(value)
}

/// Composes left to right: `(f >>> g)(x)` is `g(f(x))`.
@inlinable
public func >>> <A, B, C>(first: @escaping (A) -> B, second: @escaping (B) -> C) -> (A) -> C {
    { second(first($0)) }
}

/// Composes left to right and stops at the first nil: `(f >=> g)(x)` is `f(x).flatMap(g)`.
@inlinable
public func >=> <A, B, C>(first: @escaping (A) -> B?, second: @escaping (B) -> C?) -> (A) -> C? {
    { first($0).flatMap(second) }
}
