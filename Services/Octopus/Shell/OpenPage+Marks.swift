/// What tells whether anything has changed.
extension OpenPage {
    /// Whether what can be seen is what was drawn last for a browser.
    public var isDrawn: Bool {
        let mark: Int = mark()
        return state.withLock { $0.drawn == mark }
    }

    /// Notes that what can be seen now was drawn for a browser.
    public func noteDrawn() {
        let mark: Int = mark()
        state.withLock { $0.drawn = mark }
    }

    /// Stands for what can be seen, the files that are offered, and whether the page is open.
    /// - Parameter screen: the only screen whose content counts, by its id; nil for all. The others may change by themselves meanwhile.
    public func changeMark(of screen: String? = nil) -> Int {
        var hasher: Hasher = Hasher()
        hasher.combine(mark(of: screen))
        hasher.combine(view.step)
        hasher.combine(flows.files.newest)
        hasher.combine(isClosed)
        return hasher.finalize()
    }

    private func mark(of only: String? = nil) -> Int {
        let view: View = view
        var hasher: Hasher = Hasher()
        for screen: LiveScreen in view.main + [view.modal, view.secondary].compactMap({ $0 }) {
            hasher.combine(screen.id)
            if only == nil || only == screen.id { hasher.combine(screen.shown) }
        }
        if only == nil { hasher.combine(names.mark) }
        for alert: OpenAlert in view.alerts { hasher.combine(alert.id) }
        return hasher.finalize()
    }
}
