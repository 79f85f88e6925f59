import { childrenOf, nameIn, type SyntaxNode, syntaxOf } from "./syntax";

/** A function, method or arrow of a file, with its parameters and its lines from the first to the last. */
export interface FunctionShape {
	readonly name: string;
	readonly line: number;
	readonly lines: number;
	readonly parameters: number;
}

const functionTypes = new Set([
	"FunctionDeclaration",
	"FunctionExpression",
	"ArrowFunctionExpression",
	"ObjectMethod",
	"ClassMethod",
	"ClassPrivateMethod",
]);

/** Every function in a source, whether or not it is nested. @param file a path, whose ending says the dialect */
export function functionsIn(file: string, source: string): FunctionShape[] {
	const found: FunctionShape[] = [];
	const visit = (node: SyntaxNode, nameAround: string) => {
		const name = nameIn(node.id ?? node.key) ?? nameAround;
		if (functionTypes.has(node.type)) found.push(shapeOf(node, name));
		for (const child of childrenOf(node)) visit(child, name);
	};
	visit(syntaxOf(file, source), file);
	return found;
}

function shapeOf({ loc, params }: SyntaxNode, name: string): FunctionShape {
	const { start, end } = loc as { readonly [edge in "start" | "end"]: { readonly line: number } };
	return {
		name,
		line: start.line,
		lines: end.line - start.line + 1,
		parameters: (params as readonly unknown[]).length,
	};
}
