export interface XmlElement {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: readonly XmlElement[];
	/** Counted from 1. */
	readonly line: number;
}

const entities = new Map([
	["amp", "&"],
	["lt", "<"],
	["gt", ">"],
	["quot", '"'],
	["apos", "'"],
]);

/** Each part ends before the next `<`, so a hostile file costs no more than its length. */
const tag = /<(?:![^<>]*|\?[^<>]*|(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?))>/g;

/** Most levels. No file of ours is deeper. */
const deepest = 20;

/**
 * Reads the elements and attributes of a small XML file; texts, comments and declarations are skipped. It knows no
 * document types, so it expands no entities but the five of XML. Null when tags do not match.
 */
export function readXml(xml: string): XmlElement | null {
	const root: { children: XmlElement[] } = { children: [] };
	const open: { readonly name: string; readonly children: XmlElement[] }[] = [
		{ name: "", children: root.children },
	];
	const text = withoutComments(xml);
	let [line, lineBreak] = [1, text.indexOf("\n")];
	for (const match of text.matchAll(tag)) {
		const [, closes, name, attributes = "", isEmpty] = match;
		if (name === undefined) continue;
		for (; lineBreak >= 0 && lineBreak < match.index; lineBreak = text.indexOf("\n", lineBreak + 1))
			line += 1;
		if (closes) {
			if (open.pop()?.name !== name) return null;
			continue;
		}
		const children: XmlElement[] = [];
		open.at(-1)?.children.push({ name, attributes: readAttributes(attributes), children, line });
		if (!isEmpty) open.push({ name, children });
		if (open.length > deepest) return null;
	}
	const [first] = root.children;
	return open.length === 1 && root.children.length === 1 && first ? first : null;
}

function readAttributes(text: string): Record<string, string> {
	const pairs = [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
	return Object.fromEntries(
		pairs.map(([, name = "", double, single = ""]) => [name, decodeEntities(double ?? single)]),
	);
}

function decodeEntities(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
		if (name !== undefined) return entities.get(name) ?? whole;
		const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
		return isCharacter(code) ? String.fromCodePoint(code) : whole;
	});
}

/** Whether a character is allowed by XML 1.0 (2.2): no control characters, and no halves of a pair. */
function isCharacter(code: number): boolean {
	if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
	return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

/** Line breaks stay, so that lines can be named. */
function withoutComments(xml: string): string {
	const parts: string[] = [];
	let from = 0;
	for (let start = xml.indexOf("<!--"); start >= 0; start = xml.indexOf("<!--", from)) {
		const end = xml.indexOf("-->", start);
		parts.push(xml.slice(from, start), xml.slice(start, end < 0 ? undefined : end).replace(/[^\n]/g, ""));
		from = end < 0 ? xml.length : end + 3;
	}
	return [...parts, xml.slice(from)].join("");
}
