import ColonnadeSystemIO

extension ScreenMarkup {
    func map(_ element: ScreenElement, _ map: ScreenMap) -> HTML {
        let buttons: HTML = Template.mapPoints.filled([
            "points": .list(
                map.points.enumerated().map { index, point in
                    [
                        "value": .value(point.id), "number": .text(writing.written(index + 1)), "title": .html(writing.html(point.title)),
                        "isSelected": .flag(point.id == map.selected),
                    ]
                })
        ])
        let points: HTML = action(element.id, "chosen", kind: "points", part: "choose", buttons)
        return Template.map.filled(
            common(
                element,
                [
                    "drawing": .html(drawing(element, map)),
                    "points": .html(map.points.isEmpty ? nil : isListed(map) ? folded(element, points) : points),
                    "locate": .html(map.isLocatable ? locate(element) : nil),
                ]))
    }

    /// Whether a list of the screen has all that is on the map: then its rows have the numbers, and say the rest.
    private func isListed(_ map: ScreenMap) -> Bool { map.points.allSatisfy { numbers[$0.id] != nil } }

    private func folded(_ element: ScreenElement, _ points: HTML) -> HTML {
        Template.details.filled([
            "id": .text(domID(element.id, "numbers")), "title": .text(writing.plain(.pins)), "body": .html(points),
        ])
    }

    /// By coordinates, for those who can not point. The script sends the same form.
    private func locate(_ element: ScreenElement) -> HTML {
        let body: HTML = Template.locate.filled([
            "north": .text(domID(element.id, "north")), "east": .text(domID(element.id, "east")),
            "northWord": .text(writing.plain(.latitude)), "eastWord": .text(writing.plain(.longitude)),
            "submit": .text(writing.plain(.point)),
        ])
        return Template.details.filled([
            "id": .text(domID(element.id, "details")), "title": .text(writing.plain(.place)),
            "body": .html(action(element.id, "located", kind: "locate", part: "locate", body)),
        ])
    }

    private func drawing(_ element: ScreenElement, _ map: ScreenMap) -> HTML {
        if let drawing: ScreenImage = map.drawing, let source: String = source(of: drawing, element: element.id) {
            return Template.mapImage.filled(["source": .text(source), "name": .text(writing.plain(element.name))])
        }
        let projection: MapProjection = MapProjection(map.points)
        let scale: (metres: Double, length: Double) = projection.scale
        let distance: String =
            scale.metres >= 1_000 ? writing.written(scale.metres / 1_000, unit: "km") : writing.written(scale.metres, unit: "m")
        return Template.mapDrawing.filled([
            "name": .text(writing.plain(element.name)), "width": .text(drawn(MapProjection.width)),
            "height": .text(drawn(MapProjection.height)), "isLocatable": .flag(map.isLocatable), "west": .text("\(projection.west)"),
            "east": .text("\(projection.east)"), "south": .text("\(projection.south)"), "north": .text("\(projection.north)"),
            "meridians": .list(projection.meridians.map { ["at": .text(drawn(projection.x($0))), "degrees": .text(degrees($0))] }),
            "parallels": .list(projection.parallels.map { ["at": .text(drawn(projection.y($0))), "degrees": .text(degrees($0))] }),
            "pins": .list(pins(map, projection)), "scaleEnd": .text(drawn(12 + scale.length)), "distance": .text(distance),
        ])
    }

    /// The chosen one last, so that it lies on top.
    private func pins(_ map: ScreenMap, _ projection: MapProjection) -> [Values] {
        let numbered: [(index: Int, point: ScreenPoint)] = map.points.enumerated().filter { $1.isOnEarth }.map { ($0, $1) }
        let ordered: [(index: Int, point: ScreenPoint)] =
            numbered.filter { $0.point.id != map.selected } + numbered.filter { $0.point.id == map.selected }
        return ordered.map { index, point in
            let place: (x: Double, y: Double) = projection.place(point)
            return [
                "x": .text(drawn(place.x)), "y": .text(drawn(place.y)), "number": .text(writing.written(index + 1)),
                "value": .value(point.id),
                "isSelected": .flag(point.id == map.selected), "title": .text(writing.plain(point.title)),
            ]
        }
    }

    private func degrees(_ value: Double) -> String { writing.written(value, digits: 4) + "°" }
}
