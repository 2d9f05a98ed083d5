import ColonnadeSystemIO

extension ScreenMarkup {
    func list(_ element: ScreenElement, _ list: ScreenList) -> HTML {
        let rows: HTML = Template.rows.filled([
            "rows": .list(list.rows.enumerated().map { row($1, title: domID(element.id, "row\($0)")) }),
            "nothing": .text(writing.plain(.nothing)), "hasRows": .flag(!list.rows.isEmpty),
        ])
        let isChoosable: Bool = list.rows.contains { $0.isChoosable }
        return Template.group.filled(
            common(
                element,
                [
                    "class": .text("list"),
                    "body": .html(isChoosable ? action(element.id, "chosen", kind: "choosing", part: "choose", rows) : rows),
                    "after": .html(more(element, list.cursor, .more, part: "more")),
                ]))
    }

    private func row(_ row: ScreenRow, title: String) -> Values {
        let text: HTML = Template.row.filled([
            "id": .text(title), "title": .html(writing.html(row.title)), "detail": .html(row.detail.map(writing.html)),
            "badge": .html(row.badge.map(writing.html)), "number": .text(numbers[row.id].map { writing.written($0) } ?? ""),
        ])
        return [
            "text": .html(text), "value": .value(row.id), "title": .text(title), "isWhole": .flag(row.isChoosable && row.action == nil),
            "isPlain": .flag(!row.isChoosable), "action": .html(row.isChoosable ? row.action.map(writing.html) : nil),
            "button": .text(title + ".do"),
        ]
    }

    func table(_ element: ScreenElement, _ table: ScreenTable) -> HTML {
        let rows: [Values] = table.rows.map { row in
            // A vertical gives a cell for each column; what is missing is empty, and what is too much left out.
            let cells: [HTML] = table.columns.indices.map { $0 < row.cells.count ? writing.html(row.cells[$0]) : .empty }
            return [
                "first": .html(cells.first), "value": .value(row.id), "isChoosable": .flag(row.isChoosable),
                "choose": .text(writing.plain(.choose)), "cells": .list(cells.dropFirst().map { ["text": .html($0)] }),
            ]
        }
        let body: HTML = Template.table.filled([
            "name": .text(writing.plain(element.name)), "columns": .list(table.columns.map { ["text": .html(writing.html($0))] }),
            "rows": .list(rows), "id": .text(domID(element.id, "scroll")), "nothing": .text(rows.isEmpty ? writing.plain(.nothing) : ""),
        ])
        let isChoosable: Bool = table.rows.contains { $0.isChoosable }
        return Template.group.filled(
            common(
                element,
                [
                    "class": .text("tabled"),
                    "body": .html(isChoosable ? action(element.id, "chosen", kind: "choosing", part: "choose", body) : body),
                    "after": .html(more(element, table.cursor, .more, part: "more")),
                ]))
    }
}
