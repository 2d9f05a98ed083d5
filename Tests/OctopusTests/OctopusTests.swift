import Testing

@testable import OctopusMarkup
