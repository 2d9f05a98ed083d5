import ColonnadeContract

/// What `svc-interface export` does: writes contracts in forms that other languages, tools and people read.
public struct Export: Sendable {
    /// A form of a contract.
    public enum Format: Sendable, CaseIterable {
        /// A `.proto` file, which protoc makes code of for other languages.
        case proto
        /// A `FileDescriptorSet`, for tools that read no `.proto` files.
        case descriptorSet
        /// A page for people.
        case markdown
    }

    /// A file to write.
    public struct File: Hashable, Sendable {
        /// Without a folder: `clinical_records.proto`.
        public let name: String
        public let bytes: [UInt8]
    }

    /// One for each contract, in the order of their names.
    public let files: [File]

    /// Reads the locks among and below `paths`, and makes the files in memory. The same locks always give the same bytes.
    /// - Parameter interfaces: names of contracts; where empty, every one that has boards is taken.
    /// - Throws: every mistake in every lock.
    public init(_ paths: [String], interfaces: [String], format: Format) throws(Diagnostics) {
        var diagnostics: Diagnostics = Diagnostics()
        var files: [File] = []
        for contract: ContractDescriptor in try LockedContracts(paths, named: interfaces).contracts {
            do throws(ExportError) {
                files.append(try Self.file(contract, format: format))
            } catch {
                diagnostics.add("\(contract.name) can't be exported: \(error)", in: "\(contract.name).contract.json", at: .start)
            }
        }
        guard diagnostics.isEmpty else { throw diagnostics }
        self.files = files
    }

    /// One contract in one form.
    public static func file(_ contract: ContractDescriptor, format: Format) throws(ExportError) -> File {
        let base: String = ProtoName.snake(contract.name)
        switch format {
        case .proto: return File(name: "\(base).proto", bytes: Array(ProtoText.text(try ProtoBuilder.file(contract)).utf8))
        case .descriptorSet:
            return File(name: "\(base).binpb", bytes: ProtoDescriptorSet.bytes([try ProtoBuilder.file(contract)]))
        case .markdown: return File(name: "\(base).md", bytes: Array(try MarkdownPage.text(contract).utf8))
        }
    }

    /// Writes the files into a folder, which is made where it is missing.
    public func write(into folder: String) throws(Diagnostics) {
        let output: OutputFolder = try OutputFolder(folder)
        for file: File in files { try output.write(file.bytes, to: file.name) }
    }
}

/// Why a contract can not be exported. Locks that `generate` wrote always can.
public struct ExportError: Error, Hashable, CustomStringConvertible {
    public let description: String
}
