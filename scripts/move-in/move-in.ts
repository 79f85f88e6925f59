import type { Edition } from "~editions/schema";
import type { OpenStorage } from "../backup/backup";
import { withShortStatements } from "../backup/short-statements";
import { textOf } from "../database/sql-text";
import { atOnce } from "../lib/at-once";
import { Stop } from "../lib/stop.mjs";
import { movedDocuments, movedNews } from "./convert-content";
import { movedDays, movedStatuses, movedTracking } from "./convert-days";
import { movedAccommodation, movedClasses, movedGliderTypes, movedRegions } from "./convert-lists";
import { movedLogs } from "./convert-logs";
import { movedEntries, movedUsers } from "./convert-people";
import { movedResults } from "./convert-results";
import type { FileIndex } from "./file-index";
import { changedQuery, finishMove, raisedVersions, type Source } from "./finish-move";
import { type Collection, type Converted, isMovedId, leftOut, type Moving, nothingKnown } from "./moving";
import type { Dump } from "./open-dump";
import { idOf, readingOf } from "./read-document";
import { type Compared, compareDocuments, type Row, statementsFor } from "./store-rows";
import { surveyDump } from "./survey";
import {
	type Leftover,
	type Leftovers,
	linesOf,
	newTally,
	noteId,
	openLeftovers,
	sumLine,
	type Tally,
} from "./tally";

/** Each behind those to which it refers. */
const collections: readonly Collection[] = [
	movedRegions,
	movedClasses,
	movedGliderTypes,
	movedAccommodation,
	movedDays,
	movedUsers,
	movedEntries,
	movedStatuses,
	movedTracking,
	movedResults,
	movedNews,
	movedDocuments,
	movedLogs,
];

/** Collections that are known and not taken over. */
const notTaken: Readonly<Record<string, string>> = {
	contests: "the edition says it in its settings",
	resetpasswords: "links of the old site are no longer valid",
};

/** Documents that are compared and written together, those of them with an object, and about the most characters of what they say. */
const mostWaiting = 200;
const mostObjects = 20;
const mostCharacters = 500_000;
/** Objects under way. Cloudflare's API takes 1,200 requests in five minutes. */
const objectsAtOnce = 6;

export interface Move {
	readonly storage: Pick<OpenStorage, "query" | "importSql" | "putFile">;
	readonly edition: Edition;
	readonly dump: Dump;
	readonly files: FileIndex | null;
	readonly organisers: boolean;
	readonly dryRun: boolean;
	readonly now: Date;
	/** Path of the file of leftovers. */
	readonly leftovers: string;
	/** Gets each line for the operator. */
	readonly print: (line: string) => void;
}

/**
 * Takes over an edition of the old site. The whole dump is read and checked before anything is written; what was written before a break is
 * found the next time.
 * @returns what became of each collection
 * @throws Stop for a damaged dump, and when what is stored is not what was taken over
 */
export async function moveIn(move: Move): Promise<readonly Tally[]> {
	const { dump, edition, now, print } = move;
	const survey = await surveyDump(dump, edition, now).catch(stopSaying(nothingWritten));
	const leftovers = openLeftovers(move.leftovers);
	const query = (sql: string) => move.storage.query(edition.year, sql);
	const changedHere = new Set((await query(changedQuery)).map(({ id }) => String(id)));
	const pass = async (writes: boolean, into: Leftovers) => {
		const { files, organisers } = move;
		const known = nothingKnown();
		const moving = { edition, dump, files, organisers, writes, now, query, changedHere, survey, known };
		return { taken: await takeOver(move, moving, into), known };
	};
	const missing = collections.map(({ name }) => name).filter((name) => !dump.names.includes(name));
	if (missing.length > 0) print(`The dump has no ${missing.join(", no ")}.`);
	const { taken: checked } = await pass(false, leftovers).catch(stopSaying(nothingWritten));
	for (const line of [...checked.flatMap(({ tally }) => linesOf(tally)), sumLine(tallies(checked))])
		print(line);
	if (leftovers.count() > 0)
		print(`${leftovers.count()} documents and values are left over: ${leftovers.path}`);
	if (move.dryRun) return tallies(checked);
	const writing = pass(true, { ...leftovers, add: () => {} });
	const { taken: done, known } = await writing.catch(stopSaying(partlyWritten));
	requireEqual(checked, done);
	const sources: Source[] = [];
	for (const { tally } of done) sources.push({ tally, digest: await dump.digest(tally.name) });
	await finishMove(move, known, sources);
	return tallies(done);
}

const nothingWritten = "Nothing was written.";
const partlyWritten = "What was written before stays, and is found by the next run.";

/** Adds to what stops a move how far it has come. */
function stopSaying(howFar: string) {
	return (error: unknown): never => {
		throw error instanceof Stop ? new Stop(`${error.message} ${howFar}`) : error;
	};
}

interface Taken {
	readonly tally: Tally;
	/** Documents whose rows are stored as they were taken over. */
	readonly stored: number;
}

const tallies = (taken: readonly Taken[]) => taken.map(({ tally }) => tally);

async function takeOver(move: Move, moving: Moving, leftovers: Leftovers): Promise<Taken[]> {
	const present = new Set(moving.dump.names);
	const taken: Taken[] = [];
	for (const collection of collections)
		if (present.delete(collection.name))
			taken.push(await takeCollection(move, moving, collection, leftovers));
	for (const name of present) taken.push(await leaveCollection(moving.dump, name));
	return taken;
}

async function leaveCollection(dump: Dump, name: string): Promise<Taken> {
	const tally = newTally(name);
	const why = notTaken[name] ?? "no such collection is known here";
	for await (const { document, place } of dump.read(name)) {
		tally.found += 1;
		tally.leftOut += 1;
		noteId(tally.reasons, why, idOf(document._id) ?? place);
	}
	return { tally, stored: 0 };
}

async function takeCollection(
	move: Move,
	moving: Moving,
	collection: Collection,
	leftovers: Leftovers,
): Promise<Taken> {
	const { name, fields, isAudited = false } = collection;
	const tally = newTally(name);
	const converter = await collection.begin(moving);
	const held = new Set((await moving.query(collection.held)).map(({ id }) => String(id)).filter(isMovedId));
	const seen = new Set<string>();
	let stored = 0;
	let waiting: Waiting[] = [];
	let [characters, objects] = [0, 0];
	const flush = async () => {
		stored += await storeDocuments(move, moving, { tally, leftovers }, waiting);
		[waiting, characters, objects] = [[], 0, 0];
	};
	for await (const { document, place } of moving.dump.read(name)) {
		tally.found += 1;
		const id = idOf(document._id);
		const reading = id === null ? null : readingOf(document, id, { tally, leftovers, fields });
		const isSecond = id !== null && seen.has(id);
		const converted: Converted =
			reading === null || isSecond
				? leftOut(isSecond ? "another document has its _id" : "its _id is none")
				: await converter.convert(reading);
		seen.add(id ?? place);
		if ("leftOut" in converted) {
			const why = converted.leftOut;
			tally.leftOut += 1;
			noteId(tally.reasons, why, id ?? place);
			leftovers.add({ collection: name, _id: id ?? place, why, document });
			continue;
		}
		tally.takenOver += 1;
		const isOurs = isAudited && moving.changedHere.has(String(id));
		const rows = isOurs ? converted.rows.map((row) => ({ ...row, isOurs })) : converted.rows;
		waiting.push({ rows, document });
		for (const { was } of converted.rows) held.delete(was ?? "");
		for (const { values } of converted.rows)
			for (const value of Object.values(values)) characters += typeof value === "string" ? value.length : 0;
		objects += converted.rows.filter(({ object }) => object).length;
		if (waiting.length >= mostWaiting || objects >= mostObjects || characters > mostCharacters) await flush();
	}
	await flush();
	for (const id of held)
		if (!seen.has(id)) noteId(tally.gone, "it is here from an earlier one, and stays", id);
	const together = converter.finish?.() ?? [];
	const told = { tally: newTally(name), leftovers };
	if (together.length > 0) await storeDocuments(move, moving, told, [{ rows: together }]);
	return { tally, stored };
}

/** A document that is compared and written with others. */
interface Waiting {
	readonly rows: readonly Row[];
	readonly document?: Leftover["document"];
}

interface Told {
	readonly tally: Tally;
	readonly leftovers: Leftovers;
}

/** Brings the rows of some documents up to date. @returns how many documents are stored as they were taken over */
async function storeDocuments(
	{ storage }: Move,
	{ edition, query, writes, now }: Moving,
	told: Told,
	waiting: readonly Waiting[],
): Promise<number> {
	const documents = waiting.map(({ rows }) => rows);
	const rows = documents.flat();
	if (rows.length === 0) return 0;
	const compared = await compareDocuments(query, documents);
	count(told, waiting, compared);
	if (!writes) return 0;
	const statements = statementsFor(compared);
	if (statements.length > 0) {
		// A row never names an object that is not there.
		const objects = compared.flatMap(({ row, state }) => (state === "new" && row.object ? [row.object] : []));
		await atOnce(objects, objectsAtOnce, ({ path, ...file }) => storage.putFile(file, path));
		// A move that breaks off leaves no page that knows less than another.
		const sql = withShortStatements(`${[...statements, textOf(raisedVersions(now))].join(";\n")};\n`);
		await storage.importSql(edition.year, sql).catch((error) => refuseRow(told.tally.name, error));
	}
	const after =
		statements.length > 0
			? await compareDocuments(
					query,
					documents.map((own) => own.map(({ was: _, ...row }) => row)),
				)
			: compared;
	const isStored = new Map(rows.map((row, index) => [row, isAsTaken(after[index]?.state)]));
	return documents.filter((own) => own.every((row) => isStored.get(row))).length;
}

function isAsTaken(state: Compared["state"] | undefined): boolean {
	return state === "same" || state === "ours";
}

/** What the database says of a row that cannot stand beside the others holds the names of its columns, and no value. */
function refuseRow(name: string, error: unknown): never {
	const [what] = /\w+ constraint failed[:\w ,.]*/.exec(String(error)) ?? [];
	if (what === undefined) throw error;
	throw new Stop(
		`${name}: the database refuses a row (${what.trim()}): a document and another one that is here say the same.`,
	);
}

/** Counts documents by the row that has their id. */
function count({ tally, leftovers }: Told, waiting: readonly Waiting[], compared: readonly Compared[]): void {
	const stateOf = new Map(compared.map(({ row, state }) => [row, state]));
	for (const { rows, document } of waiting) {
		const states = rows.map((row) => stateOf.get(row));
		const id = String(rows[0]?.values.statusId ?? rows[0]?.values.id);
		if (states[0] === "new") tally.added += 1;
		else if (states.some((state) => state === "new" || state === "changed")) {
			tally.changed += 1;
			noteId(tally.renewed, "the dump says something else than what is here", id);
		}
		if (!states.includes("ours")) continue;
		const why = "it was changed here since, and stays so";
		noteId(tally.adapted, why, id);
		leftovers.add({ collection: tally.name, _id: id, why, document });
	}
}

/** @throws Stop when what is stored is not what was taken over, or the dump or the database has changed meanwhile */
function requireEqual(checked: readonly Taken[], done: readonly Taken[]): void {
	for (const [index, { tally, stored }] of done.entries()) {
		const { name, found, takenOver, leftOut } = tally;
		const before = checked[index]?.tally;
		if (found !== takenOver + leftOut || stored !== takenOver)
			throw new Stop(
				`${name}: ${found} found, ${takenOver} taken over, ${leftOut} left out, but ${stored} stored.`,
			);
		if (before?.found !== found || before.takenOver !== takenOver)
			throw new Stop(`${name} has changed while it was read. Run the command again.`);
	}
}
