import ColonnadeSystemIO

extension ScreenMarkup {
    func notice(_ element: ScreenElement, _ text: ScreenText, _ kind: ScreenNoticeKind) -> HTML {
        let (look, word, mark): (String, Word, String) =
            switch kind {
            case .information, .unknown: ("information", .information, "i")
            case .success: ("success", .success, "✓")
            case .warning: ("warning", .warning, "!")
            case .failure: ("failure", .failure, "✕")
            }
        return Template.notice.filled(
            common(
                element,
                [
                    "class": .text(look), "role": .text(look == "failure" ? "alert" : "status"), "word": .text(writing.plain(word)),
                    "mark": .text(mark), "text": .html(writing.html(text)),
                ]))
    }

    func keyValues(_ element: ScreenElement, _ values: [ScreenKeyValue]) -> HTML {
        Template.keyValues.filled(
            common(
                element,
                [
                    "values": .list(values.map { ["key": .html(writing.html($0.key)), "value": .html(writing.html($0.value))] }),
                    "nothing": .text(writing.plain(.nothing)), "hasValues": .flag(!values.isEmpty),
                ]))
    }

    func progress(_ element: ScreenElement, _ text: ScreenText, _ fraction: Double?) -> HTML {
        let part: Double? = fraction.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        return Template.progress.filled(
            common(
                element,
                [
                    "text": .html(writing.html(text)), "bar": .text(domID(element.id, "bar")),
                    "fraction": .text(part.map { "\(Int(($0 * 1_000).rounded()))" } ?? ""),
                    "percent": .text(part.map(writing.percent) ?? ""),
                ]))
    }

    func emptyState(_ element: ScreenElement, _ text: ScreenText, _ detail: ScreenText?) -> HTML {
        Template.emptyState.filled(
            common(element, ["text": .html(writing.html(text)), "detail": .html(detail.map(writing.html))]))
    }

    func image(_ element: ScreenElement, _ image: ScreenImage) -> HTML {
        let name: String = writing.plain(element.name)
        guard let source: String = source(of: image, element: element.id) else {
            let words: ScreenText = name.isEmpty ? writing.word(.noPicture) : element.fallback ?? element.name
            return Template.text.filled(common(element, ["text": .html(writing.html(words))]))
        }
        return Template.image.filled(common(element, ["source": .text(source)]))
    }

    /// Where a browser gets a picture; nil for one that it does not show.
    func source(of image: ScreenImage, element: String) -> String? {
        let (bytes, mediaType): ([UInt8], String)
        switch image {
        case .file(let file, let type): (bytes, mediaType) = (file, type.lowercased())
        case .svg(let text): (bytes, mediaType) = (Array(text.utf8), "image/svg+xml")
        case .unknown: return nil
        }
        let shown: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml"]
        guard shown.contains(mediaType) else { return nil }
        return switch images {
        case .inPage: "data:\(mediaType);base64,\(Base64.encoded(bytes))"
        case .served: PageAddress.image(screen: screen, element: element)
        }
    }
}
