import ColonnadeContract
import Testing

/// The numbers in wire.proto's enums are those of the contract.
@Suite struct ProtoCodeTests {
    @Test func failureCodes() throws {
        let file: ProtoFile = try Protoc.schema()
        let codes: ProtoEnum = try #require(file.enums.first { $0.name == "FailureCode" })
        #expect(codes.values.count == 17)
        for (name, number): (String, UInt32) in codes.values where number > 0 {
            #expect("FAILURE_CODE_" + upperSnake(FailureCode(rawValue: number).name) == name)
        }
        #expect(FailureCode(rawValue: 17).name == "unknown(17)", "a new code has its line in wire.proto")
    }

    @Test func deliveryOutcomes() throws {
        let file: ProtoFile = try Protoc.schema()
        let outcomes: ProtoEnum = try #require(file.enums.first { $0.name == "DeliveryOutcome" })
        #expect(outcomes.values.count == DeliveryOutcome.allCases.count + 1)
        for outcome: DeliveryOutcome in DeliveryOutcome.allCases {
            #expect(outcomes.values["DELIVERY_OUTCOME_" + upperSnake("\(outcome)")] == outcome.rawValue)
        }
    }

    private func upperSnake(_ name: String) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase { text += "_" }
            text += letter.uppercased()
        }
    }
}
