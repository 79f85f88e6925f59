import { type ParserPlugin, parse } from "@babel/parser";

export type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

/** Whether a value of a syntax tree is a node of it. */
export const isNode = (value: unknown): value is SyntaxNode =>
	typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

/** The syntax tree of a source. @param file a path, whose ending says the dialect */
export function syntaxOf(file: string, source: string): SyntaxNode {
	const dialects: ParserPlugin[] = file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
	return parse(source, { sourceType: "module", plugins: dialects }).program as unknown as SyntaxNode;
}

/** The nodes right below a node. */
export const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode);

/** The name of an identifier. */
export const nameIn = (node: unknown): string | undefined =>
	isNode(node) && typeof node.name === "string" ? node.name : undefined;
