import { sha256Hex } from "~/lib/digest";

/* An answer as the recording has it: the same in every run, and easy to compare by eye. */

/** Headers that clients may count on. */
const contractHeaders = [
	"Allow",
	"WWW-Authenticate",
	"Retry-After",
	"Location",
	"Set-Cookie",
	"Content-Disposition",
	"Access-Control-Allow-Origin",
	"Access-Control-Allow-Methods",
	"Access-Control-Allow-Headers",
	"Access-Control-Expose-Headers",
	"Access-Control-Max-Age",
];

/** Ids as the Worker draws them, and as the database does. */
const drawnId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{32}\b/g;

/** Names of ids in an area of the recording. */
export interface Names {
	readonly known: Map<string, string>;
	/** What an id is called that has no name yet, with a number. */
	readonly noun: string;
}

/** Names what is drawn at random or made of it. */
export function namedText(text: string, { known, noun }: Names): string {
	return text
		.replace(drawnId, (id) => {
			const others = [...known.values()].filter((name) => name.startsWith(`${noun} `)).length;
			const name = known.get(id) ?? `${noun} ${others + 1}`;
			known.set(id, name);
			return `<${name}>`;
		})
		.replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
		.replace(/\b(signature=)[\w-]{43}/g, "$1<signature>")
		.replace(/(\w)\1{99,}/g, (run, letter) => `<${run.length} times ${letter}>`);
}

/** The whole answer in lines. */
export async function answerText(response: Response, names: Names): Promise<string> {
	const type = response.headers.get("Content-Type");
	const headers = contractHeaders.flatMap((name) => {
		const value = response.headers.get(name);
		return value === null ? [] : `${name}: ${value}`;
	});
	const bytes = await response.arrayBuffer();
	const head = namedText([`${response.status} ${type ?? "without type"}`, ...headers].join("\n"), names);
	return bytes.byteLength === 0 ? head : `${head}\n${await bodyText(bytes, type ?? "", names)}`;
}

async function bodyText(bytes: ArrayBuffer, type: string, names: Names): Promise<string> {
	if (!/json|^text\//.test(type))
		return `${bytes.byteLength} bytes, SHA-256 ${await sha256Hex(new Uint8Array(bytes))}`;
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
	const isCompact = type.includes("json") && JSON.stringify(JSON.parse(text)) === text;
	if (isCompact) return prettyJson(JSON.parse(namedText(text, names)));
	return namedText(text, names).replaceAll("\uFEFF", "<BOM>").replaceAll("\r\n", "<CRLF>\n");
}

/** Characters of a line that holds more than one value. */
const longestLine = 160;

/** JSON in the order of the answer; what fits into a line stands in one. */
function prettyJson(value: unknown, indent = ""): string {
	const flat = flatJson(value);
	if (typeof value !== "object" || value === null || indent.length + flat.length <= longestLine) return flat;
	const isList = Array.isArray(value);
	const lines = Object.entries(value).map(([name, one]) => {
		const key = isList ? "" : `${JSON.stringify(name)}: `;
		return `${indent}\t${key}${prettyJson(one, `${indent}\t`)}`;
	});
	return [isList ? "[" : "{", lines.join(",\n"), `${indent}${isList ? "]" : "}"}`].join("\n");
}

function flatJson(value: unknown): string {
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(flatJson).join(", ")}]`;
	const entries = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${flatJson(one)}`);
	return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
