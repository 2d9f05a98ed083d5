// What ThreadSanitizer must be silent about, and, with an argument, what it must report.
import Dispatch
import Synchronization

final class Locked: Sendable {
    private let numbers: Mutex<[Int]> = Mutex([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}

final class Racing {
    var number: Int = 0
}

if CommandLine.arguments.count > 1 {
    let (racing, ended): (Racing, DispatchSemaphore) = (Racing(), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
        racing.number += 1
        ended.signal()
    }
    racing.number += 1
    ended.wait()
} else {
    let locked: Locked = Locked()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for number: Int in 0..<100_000 { locked.add(number) }
    }
}
