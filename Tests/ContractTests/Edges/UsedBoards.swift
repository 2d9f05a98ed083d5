import RepositoryFiles

/// Finds in the sources which boards a vertical calls of those that it uses.
struct UsedBoards {
    let manifest: Manifest
    let sources: [SourceFile]
    /// The names of each interface's boards, by the vertical that offers it.
    let boards: [String: [String]]

    /// The calls of one vertical: in its own folders, and in the libraries of the suite that it imports.
    func uses(of consumer: Manifest.Vertical) -> Set<BoardUse> {
        let own: [SourceFile] = files(in: "Services/\(consumer.name)")
        let libraries: [String] = Set(own.flatMap(Self.imports)).compactMap { manifest.libraries[$0] }.filter { folder in
            // Interfaces hold no calls but those of their own clients.
            folder.hasPrefix("Shared/") && !folder.hasPrefix("Shared/IOInterface")
        }
        let all: [SourceFile] = own + libraries.flatMap(files)
        return Set(
            consumer.uses.flatMap { provider in
                all.filter { Self.imports($0).contains("\(provider)IO") }.flatMap { called(in: $0, of: provider) }
                    .map { BoardUse(consumer.name, provider, $0) }
            })
    }

    private func files(in folder: String) -> [SourceFile] {
        sources.filter { $0.path.hasPrefix(folder + "/") && !$0.isGenerated }
    }

    private func called(in file: SourceFile, of provider: String) -> [String] {
        let code: String = file.code.joined(separator: "\n")
        let entrance: String = provider.prefix(1).lowercased() + provider.dropFirst()
        return (boards[provider] ?? []).filter { Self.calls($0, by: entrance, in: code) }
    }

    /// `maps.searchPlaces(…)`, `MapsClient(channel).searchPlaces(…)`, `serviceMap.maps.searchPlaces`, `BoardID.maps.searchPlaces`; no
    /// `.place(…)` and no `Waypoint.place(…)`, which are cases of an enum.
    private static func calls(_ board: String, by entrance: String, in code: String) -> Bool {
        code.ranges(of: ".\(board)").contains { range in
            let next: Character? = code[range.upperBound...].first
            if let next, next.isLetter || next.isNumber || next == "_" { return false }
            let before: Substring = code[..<range.lowerBound]
            if before.hasSuffix("serviceMap.\(entrance)") || before.hasSuffix("BoardID.\(entrance)") { return true }
            guard next == "(" else { return false }
            let receiver: Substring = before.trimmed.suffix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
            if let first: Character = receiver.first { return !first.isUppercase && receiver != "case" && receiver != "return" }
            // A call, a subscript, or an optional before the dot.
            return [")", "]", "?", "!"].contains(before.trimmed.last)
        }
    }

    private static func imports(_ file: SourceFile) -> [String] {
        file.code.indices.compactMap { line in
            let words: [Substring] = file.words(line)
            guard let index: Int = words.firstIndex(of: "import"), index + 1 < words.count else { return nil }
            return String(words[index + 1])
        }
    }
}

extension Substring {
    /// Without the white space at its end.
    fileprivate var trimmed: Substring { self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)] }

    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        self[(lastIndex { !condition($0) }.map(index(after:)) ?? startIndex)...]
    }
}
