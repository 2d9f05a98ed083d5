import ColonnadePresentation

/// Flows.
public enum Flows {}
