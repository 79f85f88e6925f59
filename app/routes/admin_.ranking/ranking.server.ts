import { data } from "@remix-run/cloudflare";
import type { StaffCtx } from "~/lib/context";
import { decodeText } from "~/lib/csv/csv-reader";
import { nameOfClass } from "~/lib/editions/classes";
import { rankingPosition } from "~/lib/entries/entry-schema";
import type { PlaceEntry } from "~/lib/entries/places/places-queries.server";
import { readPlaces } from "~/lib/entries/places/places-queries.server";
import {
	matchRanking,
	type RankingMatch,
	type RankingRow,
	readRanking,
	sharedPositions,
} from "~/lib/entries/places/ranking-file";
import { positionsKey, setPositions } from "~/lib/entries/places/set-place.server";
import { bodyOf, isUpload, readForm, readUpload } from "~/lib/http/body.server";
import { answer, redirectRefused } from "~/lib/http/redirect.server";
import { compareNames } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";

/** Size in bytes; ample for the 20,000 rows that a list may have. */
const largestList = 2 * 1024 * 1024;
const here = "/admin/ranking";
/** What a doubtful entry is decided by: no row is it. */
const noRow = "none";

type Ctx = StaffCtx<"entries">;

/** An entry in the form of positions. */
interface PositionRow {
	readonly id: string;
	readonly label: string;
	/** What is typed or proposed. */
	readonly value: string;
	/** Says what the list found, where that asks for a look. */
	readonly hint: string | null;
	/** Rows of which somebody has to choose, the position of each as the value; null for a number that is typed. */
	readonly choices: readonly { readonly value: string; readonly label: string }[] | null;
}

/** The answer to a list. */
export interface RankingReply {
	/** Key of a complaint about the file. */
	readonly problem: string | null;
	readonly errors: readonly string[];
	/** What the list proposes; null for one that cannot be read. */
	readonly proposal: {
		readonly title: string;
		readonly notes: readonly string[];
		readonly seen: string;
		readonly rows: readonly PositionRow[];
	} | null;
}

async function readEntries(ctx: Ctx): Promise<readonly PlaceEntry[]> {
	const { all } = await readPlaces(ctx);
	return all
		.filter(({ isGone, erasedAt }) => !isGone && erasedAt === null)
		.sort((one, other) => compareNames(`${one.surname} ${one.name}`, `${other.surname} ${other.name}`));
}

/** The positions as they are. */
export async function readPositions(ctx: Ctx) {
	const entries = await readEntries(ctx);
	const { t } = textsOf(ctx.language);
	return {
		lead: t("ranking.lead"),
		fileHint: t("ranking.file.hint"),
		seen: await positionsKey(entries),
		rows: entries.map((entry) => rowOf(ctx, entry, textOf(entry.rankingPosition))),
	};
}

const textOf = (position: number | null) => (position === null ? "" : String(position));

function rowOf(
	{ edition, language }: Ctx,
	entry: PlaceEntry,
	value: string,
	more: Partial<PositionRow> = {},
): PositionRow {
	const year = entry.birthDate?.slice(0, 4) ?? "–";
	const label = `${entry.surname} ${entry.name} (${year}, ${nameOfClass(edition, entry.classType, language)})`;
	return { id: entry.id, label, value, hint: null, choices: null, ...more };
}

/** Reads a list and proposes what it says, or saves positions. */
export async function sendRanking(ctx: Ctx, request: Request) {
	return isUpload(request) ? propose(ctx, request) : save(ctx, request);
}

const refused = (problem: string, status: number) =>
	data<RankingReply>({ problem, errors: [], proposal: null }, status);

async function propose(ctx: Ctx, request: Request) {
	const list = bodyOf(await readUpload(request)).get("list");
	if (!(list instanceof File) || list.size === 0) return refused("form.field.required.file", 400);
	if (list.size > largestList) return refused("server.too-large", 413);
	const read = readRanking(decodeText(new Uint8Array(await list.arrayBuffer())));
	const { t } = textsOf(ctx.language);
	if (!read.ok) {
		const errors = read.errors
			.slice(0, mostErrors)
			.map(
				({ line, reason }) => `${t("gliderTypes.import.line", { line })}: ${t(`ranking.error.${reason}`)}`,
			);
		return data<RankingReply>({ problem: null, errors, proposal: null }, 400);
	}
	const entries = await readEntries(ctx);
	const matches = matchRanking(entries, read.rows);
	return data<RankingReply>({
		problem: null,
		errors: [],
		proposal: {
			title: t("ranking.proposal", { count: read.rows.length }),
			notes: notesOf(ctx, read.rows, [...matches.values()]),
			seen: await positionsKey(entries),
			rows: asked(entries, matches).map(({ entry, match }) => proposedRow(ctx, entry, match)),
		},
	});
}

const mostErrors = 50;

/** What asks for a look stands first: who is in doubt, then who is not in the list. */
const kinds: readonly RankingMatch["kind"][] = ["doubtful", "none", "found"];

function asked(entries: readonly PlaceEntry[], matches: ReadonlyMap<string, RankingMatch>) {
	const matched = entries.map((entry) => ({
		entry,
		match: matches.get(entry.id) ?? ({ kind: "none" } as const),
	}));
	return kinds.flatMap((kind) => matched.filter(({ match }) => match.kind === kind));
}

function notesOf({ language }: Ctx, rows: readonly RankingRow[], matches: readonly RankingMatch[]): string[] {
	const { t } = textsOf(language);
	const counted = (kind: RankingMatch["kind"]) => matches.filter((match) => match.kind === kind).length;
	return [
		t("ranking.found", { count: counted("found") }),
		...(counted("doubtful") > 0 ? [t("ranking.doubtful", { count: counted("doubtful") })] : []),
		...(counted("none") > 0 ? [t("ranking.none", { count: counted("none") })] : []),
		...sharedPositions(rows)
			.slice(0, mostErrors)
			.map(({ position, lines }) => t("ranking.shared", { position, lines: lines.join(", ") })),
	];
}

function proposedRow(ctx: Ctx, entry: PlaceEntry, match: RankingMatch): PositionRow {
	const { t } = textsOf(ctx.language);
	const before = entry.rankingPosition;
	const was = (position: number | null) =>
		before === null || before === position ? null : t("ranking.was", { position: before });
	if (match.kind === "found")
		return rowOf(ctx, entry, String(match.row.position), { hint: was(match.row.position) });
	if (match.kind === "none")
		return rowOf(ctx, entry, "", { hint: [t("ranking.notThere"), was(null)].filter(Boolean).join(" ") });
	// Of rows that share a position the first is enough.
	const unlike = new Map<number, RankingRow>();
	for (const row of match.rows) if (!unlike.has(row.position)) unlike.set(row.position, row);
	const choices = [...unlike.values()].map(({ position, name, birthYear, line }) => ({
		value: `${position}`,
		label: t("ranking.choice", { position, name, year: birthYear ?? "–", line }),
	}));
	return rowOf(ctx, entry, "", {
		hint: t("ranking.ask"),
		choices: [...choices, { value: noRow, label: t("ranking.noRow") }],
	});
}

/** Most fields of the form: an entry has one. */
const mostFields = 1500;

async function save(ctx: Ctx, request: Request) {
	const form = bodyOf(await readForm(request, { most: mostFields }));
	const entries = await readEntries(ctx);
	if (form.get("seen") !== (await positionsKey(entries)))
		return redirectRefused(here, "stale", "server.stale");
	const positions = new Map<string, number | null>();
	for (const { id } of entries) {
		const typed = form.get(`position-${id}`);
		if (typed === null) continue;
		const read = rankingPosition.safeParse(typed === noRow ? "" : typed);
		if (!read.success || (typed === "" && form.has(`asked-${id}`)))
			return redirectRefused(here, "invalid-fields", "ranking.incomplete");
		positions.set(id, read.data);
	}
	return answer(here, await setPositions(ctx, entries, positions), (count) => ({
		key: "ranking.saved",
		count,
	}));
}
