public import AppointmentsDomain
import AppointmentsIO

/// `slots`: one page of free slots.
public struct SlotsBoard: Sendable {
    private let useCase: FindFreeSlotsUseCase

    public init(useCase: FindFreeSlotsUseCase) {
        self.useCase = useCase
    }

    func activate(with input: SlotsRequest) async throws -> SlotsPage {
        let query: SlotQueryDomainModel = SlotQueryDomainModel(
            clinic: input.clinic, practitioner: input.practitioner, from: Moment(from: input.from), until: Moment(from: input.until),
            pageSize: input.pageSize ?? SlotQueryDomainModel.usualPageSize, cursor: input.cursor)
        return SlotsPage(try await refusing { try await useCase.execute(query) })
    }
}
