import ColonnadePresentation

/// What is open.
public enum Shell {}
