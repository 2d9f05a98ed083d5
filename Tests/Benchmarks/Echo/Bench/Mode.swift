import ArgumentParser

extension Bench {
    /// What is measured.
    enum Mode: String, CaseIterable, ExpressibleByArgument {
        /// 64 bytes there and back, one call after the other.
        case rtt64
        /// 64 bytes there and back, with many calls in flight on one connection.
        case pipe64
        /// 64 bytes there and back, on 64 connections with one call in flight each.
        case conc64
        /// 1 MiB there and back, one call after the other.
        case big1m
        /// One call with many outputs of 64 bytes.
        case stream
        /// One call after the other, of which each calls three verticals.
        case fan

        static let outputBytes: Int = 64

        var payloadBytes: Int { self == .big1m ? 1 << 20 : 64 }
        var connections: Int { self == .conc64 ? 64 : 1 }
    }
}
