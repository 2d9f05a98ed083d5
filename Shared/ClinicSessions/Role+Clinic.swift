public import ColonnadeWorld

extension Role {
    /// Sees what is recorded about themselves.
    public static let patient: Role = Role(rawValue: "patient")
    /// Works in the clinic, and sees every patient.
    public static let staff: Role = Role(rawValue: "staff")
    /// Runs the suite, and sees no patient.
    public static let `operator`: Role = Role(rawValue: "operator")
}
