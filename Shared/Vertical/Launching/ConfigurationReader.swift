import ColonnadeContract
import FoundationEssentials

/// Reads a vertical's typed configuration from JSON, according to its contract.
struct ConfigurationReader<Config: Configuration> {
    let vertical: String

    /// - Parameter file: nil where no file was given; then only a configuration without required fields will do.
    func read(file: String?) throws(LaunchError) -> Config {
        guard let file else { return try decode([], from: "no configuration was given; give one by --config FILE") }
        let json: [UInt8]
        do {
            json = Array(try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw .configuration(vertical: vertical, "\(file) can not be read: \(error)")
        }
        return try decode(try bytes(of: json, file: file), from: file)
    }

    private func bytes(of json: [UInt8], file: String) throws(LaunchError) -> [UInt8] {
        do throws(JSONMappingError) {
            return try ContractJSON.encode(try JSONValue(parsing: json), type: Config.contract.name, in: Config.contract)
        } catch {
            throw .configuration(vertical: vertical, "\(file): \(error)")
        }
    }

    private func decode(_ bytes: [UInt8], from source: String) throws(LaunchError) -> Config {
        do {
            var reader: WireReader = WireReader(bytes.span)
            return try Config(from: &reader)
        } catch {
            throw .configuration(vertical: vertical, "\(source): \(error)")
        }
    }
}
