import ColonnadeEventLoop

/// A pipe that a process writes to, and the way of its lines into the log. Belongs to the loop.
final class ChildOutput {
    let reader: PipeReader
    let intake: LogIntake
    /// Which of the vertical's processes writes it.
    let generation: UInt64

    /// Makes a pipe for a process, and reads it.
    /// - Returns: the reading end, and the one that the process is to have.
    static func pipe(of slot: ChildSlot, _ generation: UInt64, loop: EventLoop) throws(SocketError) -> (ChildOutput, OwnedDescriptor) {
        let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
        return (try ChildOutput(pipe.reading, of: slot, generation, loop: loop), pipe.writing)
    }

    /// Reads the pipe to its end, and is among the slot's outputs until then.
    /// - Parameter rest: the beginning of a line that was taken already.
    init(
        _ reading: OwnedDescriptor, of slot: ChildSlot, _ generation: UInt64, rest: [UInt8] = [], loop: EventLoop
    ) throws(SocketError) {
        self.generation = generation
        reader = PipeReader(adopting: reading, loop: loop)
        intake = slot.intake(of: generation, rest: rest)
        slot.outputs.append(self)
        let (own, slot): (LoopBound<ChildOutput>, LoopBound<ChildSlot>) = (LoopBound(self, loop: loop), LoopBound(slot, loop: loop))
        try reader.start {
            own.value.intake.take($0)
        } onEnd: {
            own.value.intake.endOfOutput()
            slot.value.outputs.removeAll { $0 === own.value }
        }
    }
}
