import { type ParserPlugin, parse } from "@babel/parser";

/** A function, method or arrow of a file, with its parameters and its lines from the first to the last. */
export interface FunctionShape {
	readonly name: string;
	readonly line: number;
	readonly lines: number;
	readonly parameters: number;
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is SyntaxNode =>
	typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

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
	const dialects: ParserPlugin[] = file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
	const found: FunctionShape[] = [];
	const visit = (node: SyntaxNode, nameAround: string) => {
		const name = nameOf(node) ?? nameAround;
		if (functionTypes.has(node.type)) found.push(shapeOf(node, name));
		for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, name);
	};
	visit(parse(source, { sourceType: "module", plugins: dialects }).program as unknown as SyntaxNode, file);
	return found;
}

function nameOf({ id, key }: SyntaxNode): string | undefined {
	const named = id ?? key;
	return isNode(named) && typeof named.name === "string" ? named.name : undefined;
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
