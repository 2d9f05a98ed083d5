import ColonnadeContract
import ColonnadeTesting
import FoundationEssentials
import Testing

@testable import ColonnadeVertical

@Suite("What a supervisor says that consumers may call")
struct EdgeRightsTests {
    @Test("A line names a consumer and its boards, a star all of them; whoever has no line may call none")
    func lines() throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let path: String = "\(home.path)/edges"
        #expect(EdgeRights(path: path) == nil)
        try Data("front Maps.searchPlaces Maps.place junk\n\noperator *\nbare\n".utf8).write(to: URL(filePath: path))
        let rights: EdgeRights = try #require(EdgeRights(path: path))
        #expect(
            rights.boards(of: "front") == [BoardID(interface: "Maps", board: "searchPlaces"), BoardID(interface: "Maps", board: "place")])
        #expect(rights.boards(of: "operator") == nil)
        #expect(rights.boards(of: "bare") == [])
        #expect(rights.boards(of: "stranger") == [])
        try Data("front *\n".utf8).write(to: URL(filePath: path), options: .atomic)
        #expect(rights.boards(of: "front") == nil, "a file that has changed is read again")
    }
}
