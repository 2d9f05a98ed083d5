import Glibc

/// The environment that this process was started with.
///
/// Read it at startup, before other threads run: the environment is shared by all of them.
public enum EnvironmentVariables {
    /// The value of one variable; nil where it is not set.
    public static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Those of `names` that are set, with their values.
    public static func values(_ names: [String]) -> [String: String] {
        names.reduce(into: [:]) { values, name in values[name] = value(name) }
    }
}
