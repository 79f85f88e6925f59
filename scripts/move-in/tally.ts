import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { Stop } from "../lib/stop.mjs";

/** Ids that share a reason. */
interface Named {
	count: number;
	/** The first of them: the file of leftovers has all. */
	readonly ids: string[];
}

/** What becomes of a collection. Every document is taken over or left out. */
export interface Tally {
	readonly name: string;
	found: number;
	takenOver: number;
	/** Of those taken over: rows that were not there, and rows that said something else. */
	added: number;
	changed: number;
	leftOut: number;
	/** Documents left out, by reason. */
	readonly reasons: Map<string, Named>;
	/** Documents taken over with a change on the way, by what is changed. */
	readonly adapted: Map<string, Named>;
	/** Documents whose rows said something else. */
	readonly renewed: Map<string, Named>;
	/** What an earlier dump had, and this one has not, by what becomes of it. */
	readonly gone: Map<string, Named>;
}

export function newTally(name: string): Tally {
	const counts = { found: 0, takenOver: 0, added: 0, changed: 0, leftOut: 0 };
	return { name, ...counts, reasons: new Map(), adapted: new Map(), renewed: new Map(), gone: new Map() };
}

/** Ids that are printed for each reason. */
const mostIds = 100;

export function noteId(notes: Map<string, Named>, what: string, id: string): void {
	const named = notes.get(what) ?? { count: 0, ids: [] };
	named.count += 1;
	if (named.ids.length < mostIds) named.ids.push(id);
	notes.set(what, named);
}

/** A line of the file of leftovers: a document that is left out, or a value of one that is taken over. */
export interface Leftover {
	readonly collection: string;
	readonly _id: string;
	readonly why: string;
	readonly field?: string;
	readonly value?: unknown;
	readonly document?: unknown;
}

export interface Leftovers {
	readonly path: string;
	readonly count: () => number;
	readonly add: (leftover: Leftover) => void;
}

/** Fields that are never a part of the leftovers, wherever in a document they stand. */
const secret = /password|token|secret/i;

/**
 * The file of leftovers, begun anew. Nobody else on the machine reads it: it holds what people have written.
 * @throws Stop when it cannot be written
 */
export function openLeftovers(path: string): Leftovers {
	try {
		writeFileSync(path, "", { mode: 0o600 });
		rmSync(path);
	} catch {
		throw new Stop(`${path} cannot be written: what is left over goes there.`);
	}
	let count = 0;
	return {
		path,
		count: () => count,
		add: (leftover) => {
			const said = secret.test(leftover.field ?? "") ? { ...leftover, value: undefined } : leftover;
			const text = JSON.stringify(said, (field, value) => (secret.test(field) ? undefined : value));
			appendFileSync(path, `${text}\n`, { mode: 0o600 });
			count += 1;
		},
	};
}

/** Counts and ids alone: what people have written does not belong into a terminal. */
export function linesOf({
	name,
	found,
	takenOver,
	added,
	changed,
	leftOut,
	reasons,
	adapted,
	renewed,
	gone,
}: Tally): string[] {
	return [
		`${name}: ${found} found, ${takenOver} taken over (${added} new, ${changed} changed), ${leftOut} left out`,
		...linesOfNotes("left out", reasons),
		...linesOfNotes("changed on the way", adapted),
		...linesOfNotes("changed", renewed),
		...linesOfNotes("not in this dump", gone),
	];
}

function linesOfNotes(what: string, notes: ReadonlyMap<string, Named>): string[] {
	return [...notes].map(([why, { count, ids }]) => {
		const more = count > ids.length ? ` and ${count - ids.length} more` : "";
		return `  ${what}: ${why}: ${count} (${ids.join(", ")}${more})`;
	});
}

/** The sums of all collections. */
export function sumLine(tallies: readonly Tally[]): string {
	const sum = (count: "found" | "takenOver" | "added" | "changed" | "leftOut") =>
		tallies.reduce((total, tally) => total + tally[count], 0);
	return `In all: ${sum("found")} found = ${sum("takenOver")} taken over + ${sum("leftOut")} left out; ${sum("added")} new, ${sum("changed")} changed`;
}
