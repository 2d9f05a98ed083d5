import SwiftSyntax

extension InterfaceParser {
    mutating func readEnum(_ node: EnumDeclSyntax, inside outer: Scope?) {
        let scope: Scope = Scope(node.name, comments: Comments(of: node), inside: outer)
        requirePublic(node.modifiers, "enum \(scope.name)", at: node.name)
        requireConcrete(node.genericParameterClause, scope.name)
        let index: Int = file.types.count
        var cases: [DeclaredCase] = []
        for member: MemberBlockItemSyntax in node.memberBlock.members {
            if let item: EnumCaseDeclSyntax = member.decl.as(EnumCaseDeclSyntax.self) {
                cases += readCases(item, of: scope.name)
            } else {
                readType(member.decl, inside: scope)
            }
        }
        let known: [DeclaredCase] = cases.filter { $0.name != "unknown" }
        let isOpen: Bool = cases.contains { $0.name == "unknown" && isUnrecognized($0) }
        for item: DeclaredCase in cases where item.name == "unknown" && !isUnrecognized(item) {
            diagnostics.add(
                "the case `unknown` of \(scope.name) is for cases of newer peers; write `case unknown(Unrecognized)`, or rename it",
                in: path, at: item.position, rule: LintRule.name.rawValue)
        }
        let kind: DeclaredType.Kind = .enumeration(known, isOpen: isOpen)
        file.types.insert(scope.type(kind, conformances(node.inheritanceClause), at: position(node.name)), at: index)
    }

    private func isUnrecognized(_ item: DeclaredCase) -> Bool {
        item.values.count == 1 && item.values[0].name == "_0" && item.values[0].type.expression == .named("Unrecognized")
    }

    private mutating func readCases(_ node: EnumCaseDeclSyntax, of type: String) -> [DeclaredCase] {
        let shared: Comments = Comments(of: node)
        return node.elements.map { element in
            let own: Comments = Comments(of: element)
            return DeclaredCase(
                name: element.name.plainName, position: position(element.name),
                documentation: own.documentation.isEmpty ? shared.documentation : own.documentation,
                formerName: own.formerName ?? (node.elements.count == 1 ? shared.formerName : nil),
                isNew: own.mark == "new" || shared.mark == "new",
                values: readValues(element))
        }
    }

    private mutating func readValues(_ element: EnumCaseElementSyntax) -> [DeclaredField] {
        var values: [DeclaredField] = []
        for (index, parameter): (Int, EnumCaseParameterSyntax) in (element.parameterClause?.parameters ?? []).enumerated() {
            guard let type: WrittenType = readTypeExpression(parameter.type) else { continue }
            let label: String? = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.plainName }
            let comments: Comments = Comments(of: parameter)
            values.append(
                DeclaredField(
                    name: label ?? "_\(index)", position: position(parameter), documentation: comments.documentation,
                    formerName: comments.formerName, isNew: comments.mark == "new", type: type))
        }
        return values
    }
}
