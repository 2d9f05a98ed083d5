import Colonnade
import GreeterIO

let channel: SocketChannel = SocketChannel(to: GreeterContract.descriptor, at: ".colonnade/run/operator/greeter.sock")
print(try await GreeterClient(channel).greet(CommandLine.arguments.dropFirst().joined(separator: " ")))
