public import ColonnadeSystemIO

// What was filled in, by its kind; nil where it is of another. A screen board has looked at each value's kind and range before.
extension ScreenValue {
    /// What was written.
    public var text: String? { if case .text(let value) = self { value } else { nil } }
    /// A number; nil for an empty field too.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// A day; nil for an empty field too.
    public var day: ScreenDay? { if case .day(let value) = self { value } else { nil } }
    /// A time of the day; nil for an empty field too.
    public var time: ScreenTime? { if case .time(let value) = self { value } else { nil } }
    /// The ids of the chosen options.
    public var options: [String]? { if case .options(let value) = self { value } else { nil } }
    /// Whether the toggle is on.
    public var isOn: Bool? { if case .toggle(let value) = self { value } else { nil } }
}
