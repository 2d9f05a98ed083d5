import ColonnadeSystemIO
import Mustache

/// Screens as HTML.
public enum Markup {}
