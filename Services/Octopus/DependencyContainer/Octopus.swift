import OctopusFlows
import OctopusHTTP

/// Octopus.
public enum OctopusEntry {}
