import Hummingbird
import OctopusMarkup
import OctopusShell

/// The door.
public enum HTTPDoor {}
