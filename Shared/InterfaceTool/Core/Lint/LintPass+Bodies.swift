import SwiftSyntax

/// What may stand in braces.
extension LintPass {
    mutating func check(defaultImplementation node: FunctionDeclSyntax) {
        let name: String = node.name.text
        let statements: [CodeBlockItemSyntax] = Array(node.body?.statements ?? [])
        switch Comments(of: node).mark {
        case "alias":
            if !isAlias(statements, of: name) {
                add(
                    "\(name) is no alias: it is one call of another board, handed its parameters; "
                        + "write that, or leave \(name) to the verticals", at: node.name, .defaultImplementation)
            }
        case "empty":
            if !isEmpty(statements) {
                add(
                    "\(name) is not empty: it does nothing, or returns `[]`, `[:]` or `nil`; write that, or leave \(name) to the verticals",
                    at: node.name, .defaultImplementation)
            }
        default:
            add(
                "\(name) has a default implementation; leave it to the verticals, or write `// interface: alias` above it where it "
                    + "only calls another board, `// interface: empty` where it does nothing", at: node.name, .defaultImplementation)
        }
    }

    mutating func check(accessors block: AccessorBlockSyntax, of name: String) {
        guard case .accessors(let accessors) = block.accessors else { return }
        for accessor: AccessorDeclSyntax in accessors {
            if let effects: AccessorEffectSpecifiersSyntax = accessor.effectSpecifiers {
                add("\(name) waits or throws, so it does something; make it a board", at: effects, .behaviour)
            }
            if accessor.accessorSpecifier.tokenKind != .keyword(.get) {
                add(
                    "\(name) does something when it is set; keep to `get`, or make it a plain property", at: accessor, .behaviour)
            }
        }
    }

    mutating func check(initialiser node: InitializerDeclSyntax, of type: String) {
        if let effects: FunctionEffectSpecifiersSyntax = node.signature.effectSpecifiers {
            add("an initialiser of \(type) waits or throws, so it does something; leave that to the verticals", at: effects, .behaviour)
        }
        for statement: CodeBlockItemSyntax in node.body?.statements ?? [] where !isFillingIn(statement) {
            add(
                "an initialiser of \(type) only fills properties in or calls another one; leave what this does to the verticals",
                at: statement, .behaviour)
        }
    }

    /// `self.x = …`, `self.init(…)`, `self = .x`, or a choice between such.
    private func isFillingIn(_ item: CodeBlockItemSyntax) -> Bool {
        let expression: ExprSyntax
        switch item.item {
        case .expr(let node): expression = node
        case .stmt(let node):
            guard let wrapped: ExprSyntax = node.as(ExpressionStmtSyntax.self)?.expression else { return false }
            expression = wrapped
        case .decl: return false
        }
        if let node: IfExprSyntax = expression.as(IfExprSyntax.self) { return isFillingIn(node) }
        if let node: SwitchExprSyntax = expression.as(SwitchExprSyntax.self) {
            return node.cases.allSatisfy { $0.as(SwitchCaseSyntax.self)?.statements.allSatisfy(isFillingIn) ?? false }
        }
        if let call: FunctionCallExprSyntax = expression.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.trimmedDescription == "self.init"
        }
        guard let sequence: SequenceExprSyntax = expression.as(SequenceExprSyntax.self) else { return false }
        return sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    }

    private func isFillingIn(_ node: IfExprSyntax) -> Bool {
        guard node.body.statements.allSatisfy(isFillingIn) else { return false }
        switch node.elseBody {
        case .ifExpr(let other): return isFillingIn(other)
        case .codeBlock(let block): return block.statements.allSatisfy(isFillingIn)
        case nil: return true
        }
    }

    /// One call of another board, without a closure in its arguments.
    private func isAlias(_ statements: [CodeBlockItemSyntax], of name: String) -> Bool {
        guard let call: FunctionCallExprSyntax = soleExpression(statements)?.as(FunctionCallExprSyntax.self),
            call.trailingClosure == nil, !call.arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) })
        else { return false }
        var callee: String = call.calledExpression.trimmedDescription
        if callee.hasPrefix("self.") { callee.removeFirst(5) }
        return boards.contains(callee) && (callee != name || call.arguments.contains { !$0.expression.is(DeclReferenceExprSyntax.self) })
    }

    private func isEmpty(_ statements: [CodeBlockItemSyntax]) -> Bool {
        if statements.isEmpty { return true }
        guard let expression: ExprSyntax = soleExpression(statements) else { return false }
        return ["[]", "[:]", "nil", "()"].contains(expression.trimmedDescription)
    }

    /// The expression that is all of a body, without `return`, `try` and `await`.
    private func soleExpression(_ statements: [CodeBlockItemSyntax]) -> ExprSyntax? {
        guard statements.count == 1, let item: CodeBlockItemSyntax = statements.first else { return nil }
        var expression: ExprSyntax?
        switch item.item {
        case .expr(let node): expression = node
        case .stmt(let node): expression = node.as(ReturnStmtSyntax.self)?.expression
        case .decl: return nil
        }
        while let inner: ExprSyntax = expression {
            if let node: TryExprSyntax = inner.as(TryExprSyntax.self) {
                expression = node.expression
            } else if let node: AwaitExprSyntax = inner.as(AwaitExprSyntax.self) {
                expression = node.expression
            } else {
                return inner
            }
        }
        return nil
    }
}
