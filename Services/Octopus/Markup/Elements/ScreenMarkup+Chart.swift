import ColonnadeContract
import ColonnadeSystemIO

extension ScreenMarkup {
    func chart(_ element: ScreenElement, _ chart: ScreenChart) -> HTML {
        let legend: [Values] = chart.series.enumerated().map { index, series in
            ["look": .text(Self.look(index)), "title": .html(writing.html(series.title)), "dash": .text(Self.dash(index))]
        }
        return Template.chart.filled(
            common(
                element,
                [
                    "drawing": .html(ChartPlot(chart).map { drawing(element, chart, $0) }), "legend": .list(legend),
                    "unit": .text(chart.unit.map(Writing.unitName) ?? ""),
                    "table": .html(
                        Template.details.filled([
                            "id": .text(domID(element.id, "details")), "title": .text(writing.plain(.asTable)),
                            "body": .html(figures(element, chart)),
                        ])),
                ]))
    }

    private func drawing(_ element: ScreenElement, _ chart: ScreenChart, _ plot: ChartPlot) -> HTML {
        let lines: [Values] = plot.ticks.values.map {
            [
                "y": .text(drawn(plot.y($0))), "label": .text(writing.written($0, digits: plot.ticks.digits)),
                "left": .text(drawn(ChartPlot.left)), "right": .text(drawn(ChartPlot.right)), "labels": .text(drawn(ChartPlot.left - 8)),
            ]
        }
        let moments: [Values] = plot.moments.enumerated().map { index, moment in
            let anchor: String =
                index > 0 && index == plot.moments.count - 1 ? "end" : plot.moments.count > 1 && index == 0 ? "start" : "middle"
            return [
                "x": .text(drawn(plot.x(moment))), "below": .text(drawn(ChartPlot.bottom + 22)), "anchor": .text(anchor),
                "label": .text(writing.short(moment, withYear: plot.isLong)),
            ]
        }
        let series: [Values] = chart.series.enumerated().map { index, series in
            let points: [ScreenChartPoint] = series.points.filter(\.canBeDrawn)
            return [
                "look": .text(Self.look(index)), "dash": .text(Self.dash(index)),
                "line": .text(points.map { "\(drawn(plot.x($0.moment))),\(drawn(plot.y($0.value)))" }.joined(separator: " ")),
                "points": .list(points.map { ["x": .text(drawn(plot.x($0.moment))), "y": .text(drawn(plot.y($0.value)))] }),
            ]
        }
        return Template.chartDrawing.filled([
            "name": .text(writing.plain(element.name)), "width": .text(drawn(ChartPlot.width)), "height": .text(drawn(ChartPlot.height)),
            "lines": .list(lines), "moments": .list(moments), "series": .list(series),
        ])
    }

    /// The chart's values as a table: a row for each moment, a column for each series.
    private func figures(_ element: ScreenElement, _ chart: ScreenChart) -> HTML {
        let columns: [[Date: Double]] = chart.series.map { series in
            Dictionary(series.points.map { ($0.moment, $0.value) }) { _, last in last }
        }
        let rows: [Values] = Set(columns.flatMap(\.keys)).sorted().map { moment in
            let cells: [Values] = columns.map { values in
                ["text": .html(values[moment].map { writing.html(ScreenText("{0}", arguments: [.quantity($0, unit: chart.unit ?? "")])) })]
            }
            return ["first": .html(writing.html(ScreenText("{0}", arguments: [.moment(moment)]))), "cells": .list(cells)]
        }
        let heads: [Values] = [["text": .text(writing.plain(.moment))]] + chart.series.map { ["text": .html(writing.html($0.title))] }
        return Template.table.filled([
            "name": .text(writing.plain(element.name)), "columns": .list(heads), "rows": .list(rows),
            "id": .text(domID(element.id, "scroll")),
            "nothing": .text(rows.isEmpty ? writing.plain(.nothing) : ""),
        ])
    }

    private static func look(_ index: Int) -> String { "s\(index % 6)" }

    /// Lines differ in more than their colour.
    private static func dash(_ index: Int) -> String { ["", "7 4", "2 4", "10 4 2 4", "1 5", "12 6"][index % 6] }
}
