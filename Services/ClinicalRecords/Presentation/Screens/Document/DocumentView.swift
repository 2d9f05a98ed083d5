import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// The ids of a document's screen.
enum DocumentElement {
    static let (facts, texts, details, related): (String, String, String, String) = ("facts", "texts", "details", "related")
    static let place: String = "place"
}

/// One entry of a history, with all that is known of it.
func documentView(_ details: RecordDetailsDomainModel) -> Screen {
    let entry: RecordEntryDomainModel = details.entry
    var elements: [ScreenElement] = [.keyValues(DocumentElement.facts, name: "In short", facts(of: entry))]
    if !details.texts.isEmpty {
        // The accessible name is short: a text that is its own name is sent twice.
        let texts: [ScreenElement] = details.texts.enumerated().map { index, text in
            ScreenElement(id: "text-\(index)", name: "Text \(index + 1)", content: .text("\(text.bounded(to: 16_000))"))
        }
        elements.append(.section(DocumentElement.texts, "What it says", texts))
    }
    if let place: RecordPlaceDomainModel = entry.place { elements.append(section(of: place)) }
    if !details.related.isEmpty {
        let rows: [ScreenRow] = details.related.map { HistoryRow($0).row }
        elements.append(.section("relations", "What belongs to it", [.list(DocumentElement.related, name: "What belongs to it", rows)]))
    }
    if !details.facts.isEmpty {
        let values: [ScreenKeyValue] = details.facts.map { fact in
            ScreenKeyValue("\(fact.path.bounded(to: 200))", "\(fact.value.bounded(to: 600))")
        }
        elements.append(.section("record", "As it was recorded", [.keyValues(DocumentElement.details, name: "As it was recorded", values)]))
    }
    return Screen(title: "\(entry.title.bounded(to: 300))", elements: elements)
}

private func facts(of entry: RecordEntryDomainModel) -> [ScreenKeyValue] {
    var facts: [ScreenKeyValue] = [ScreenKeyValue("Kind", entry.topic.one)]
    if let time: RecordedTime = RecordedTime(entry) { facts.append(ScreenKeyValue("When", "\(time.argument)")) }
    for (name, value): (ScreenText, String?) in [("Found", entry.value), ("Status", entry.status), ("Made by", entry.organization)] {
        if let value { facts.append(ScreenKeyValue(name, "\(value.bounded(to: 2_000))")) }
    }
    facts.append(ScreenKeyValue("Number", "\(entry.id)"))
    return facts
}

private func section(of place: RecordPlaceDomainModel) -> ScreenElement {
    let name: ScreenText = "\(place.name.bounded(to: 200))"
    var values: [ScreenKeyValue] = [ScreenKeyValue("Place", name)]
    if let address: String = place.address { values.append(ScreenKeyValue("Address", "\(address.bounded(to: 400))")) }
    let point: ScreenPoint = ScreenPoint(id: place.id, title: name, latitude: place.latitude, longitude: place.longitude)
    return .section(
        "where", "Where it was made",
        [
            .keyValues("place-facts", name: "Where it was made", values),
            ScreenElement(id: DocumentElement.place, name: name, content: .map(ScreenMap(points: [point]))),
            .link("place-link", "Show the place", to: Route(DocumentRoute.placeChosen(id: place.id))),
        ])
}
