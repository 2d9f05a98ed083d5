import Testing

/// Tests with a whole suite each. One after the other: what one test starts must not inherit the pipes of another.
@Suite("Real suites", .serialized)
enum RealSuites {}
