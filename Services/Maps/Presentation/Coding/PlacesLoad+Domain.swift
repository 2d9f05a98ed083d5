import MapsDomain
import MapsIO

extension PlacesLoadModeDomainModel {
    init(_ mode: PlacesLoad.Mode) {
        switch mode {
        case .replace: self = .replace
        case .add: self = .add
        }
    }
}

extension PlacesLoadSummary {
    init(_ model: PlacesLoadSummaryDomainModel) {
        self.init(added: model.added, updated: model.updated, unchanged: model.unchanged, removed: model.removed)
    }
}
