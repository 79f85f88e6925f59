import { EJSON } from "bson";
import { Stop } from "../lib/stop.mjs";
import { type Found, longestJson } from "./found";

/** What may stand between the documents: the brackets and commas of an array, white space, a mark of the byte order. */
const between = /[\s,[\]\uFEFF]/;

/**
 * Reads what `mongoexport` writes of a collection: a document a line, or an array, in extended JSON, canonical or relaxed
 * (https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/). One document is held at a time.
 * @param name of the file, for complaints
 * @throws Stop with the line at which something is no document
 */
export async function* readJson(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Found> {
	const scan = scanner(name);
	const decoder = new TextDecoder("utf-8", { fatal: true });
	for await (const chunk of chunks) yield* scan.read(decoded(() => decoder.decode(chunk, { stream: true })));
	yield* scan.read(decoded(() => decoder.decode()));
	scan.end();

	function decoded(decode: () => string): string {
		try {
			return decode();
		} catch {
			throw new Stop(`${name}, line ${scan.line()}: the text is not UTF-8.`);
		}
	}
}

/** Finds the outermost objects of a text that comes in pieces. */
function scanner(name: string) {
	let [line, begun, depth] = [1, 0, 0];
	let [inText, escaped] = [false, false];
	/** The part of a document that came in earlier pieces. */
	let held = "";

	function refuse(at: number, what: string): never {
		throw new Stop(`${name}, line ${at}: ${what}.`);
	}

	/** Takes a character inside of a document. @returns whether the document ends with it */
	function isLast(character: string): boolean {
		if (inText) {
			if (character === "\n") refuse(line, "a text is not closed");
			if (escaped) escaped = false;
			else if (character === "\\") escaped = true;
			else if (character === '"') inText = false;
		} else if (character === '"') inText = true;
		else if (character === "{" || character === "[") depth += 1;
		else if (character === "}" || character === "]") depth -= 1;
		return depth === 0;
	}

	function* read(text: string): Generator<Found> {
		let from = 0;
		for (let at = 0; at < text.length; at += 1) {
			const character = text.charAt(at);
			if (depth > 0) {
				if (isLast(character)) {
					yield { document: parsed(held + text.slice(from, at + 1)), place: `line ${begun}` };
					held = "";
				}
			} else if (character === "{") [depth, from, begun] = [1, at, line];
			else if (!between.test(character)) refuse(line, "this is no document");
			if (character === "\n") line += 1;
		}
		if (depth === 0) return;
		held += text.slice(from);
		if (held.length > longestJson) refuse(begun, "the document that begins here does not end");
	}

	function parsed(text: string): Found["document"] {
		try {
			return EJSON.parse(text, { relaxed: true }) as Found["document"];
		} catch {
			// What the library says quotes the document.
			return refuse(begun, "this is no document in extended JSON");
		}
	}

	return {
		read,
		line: () => line,
		end: () => {
			if (depth > 0) refuse(begun, "the document that begins here does not end");
		},
	};
}
