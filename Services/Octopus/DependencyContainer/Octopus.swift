import OctopusHTTP
import OctopusFlows

/// Octopus.
public enum OctopusEntry {}
