public import ColonnadeContract
public import ColonnadeWorld

extension World {
    /// A world in which nothing happens by chance: it is always `date`, nobody waits, random numbers come from `seed`, and names are
    /// counted. For whatever reads `Current`, or is given a clock.
    public static func fixed(
        at date: Date = Date(timeIntervalSince1970: 1_767_225_600), seed: UInt64 = 1, locale: String = "en"
    ) -> World {
        World(clock: .fixed(date), chance: .seeded(seed), ids: .counting(), locale: locale)
    }
}
