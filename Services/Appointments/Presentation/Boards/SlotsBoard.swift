public import AppointmentsDomain
import AppointmentsIO
import Colonnade

/// `slots`: one page of free slots.
public struct SlotsBoard: Sendable {
    /// Pages looked for at the same time: everybody may ask, and a month without a free slot takes some milliseconds.
    public static let pageLimit: Int = 32

    private let useCase: FindFreeSlotsUseCase
    private let pages: RunLimit = RunLimit(pageLimit, of: "pages of free slots are being looked for")

    public init(useCase: FindFreeSlotsUseCase) {
        self.useCase = useCase
    }

    func activate(with input: SlotsRequest) async throws -> SlotsPage {
        let query: SlotQueryDomainModel = SlotQueryDomainModel(
            clinic: input.clinic, practitioner: input.practitioner, from: Moment(from: input.from), until: Moment(from: input.until),
            pageSize: input.pageSize ?? SlotQueryDomainModel.usualPageSize, cursor: input.cursor)
        return SlotsPage(try await pages.run { try await refusing { try await useCase.execute(query) } })
    }
}
