import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { asStaff } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { type CsvCell, type CsvColumn, type CsvWriteOptions, writeColumns } from "~/lib/csv/csv";
import { recordExport } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { isByRanking } from "~/lib/editions/admission";
import { compareClasses } from "~/lib/editions/classes";
import { pragueDate } from "~/lib/editions/prague-time";
import { classById } from "~/lib/entries/classes-queries.server";
import { feeOfEntry } from "~/lib/entries/fees";
import { handicapDecimals, handicapOf } from "~/lib/entries/gliders";
import { variableSymbol } from "~/lib/entries/payment";
import { type CsvFile, csvResponse } from "~/lib/http/download.server";
import { answerWithFile } from "~/lib/http/page-guards.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { done, type Result, refuse } from "~/lib/result";
import { registrations } from "~db/schema";
import { type Entry, isCompetitorOrWaiting, selectEntries } from "../entries-queries.server";
import { isPhone } from "../entry-schema";
import { shownFlags } from "../places/place-flags";
import { listOrder } from "./list-query";

/** An entry with the columns of both exports. */
export type ExportEntry = Pick<
	Entry,
	| "birthDate"
	| "phone"
	| "aeroclub"
	| "nation"
	| "licence"
	| "trailerPlate"
	| "secondPilot"
	| "secondPilotNation"
	| "secondPilotIgcId"
	| "isGuest"
	| "registrationNumber"
	| "startNumber"
	| "hasEngine"
	| "logger"
	| "quantity"
	| "meals"
	| "note"
	| "paid"
	| "accepted"
	| "withdrawnFrom"
	| "isReserve"
	| "isWildcard"
	| "rankingPosition"
	| "registrationCompleted"
	| "igcId"
	| "nights"
> &
	Pick<Entry["user"], "name" | "surname" | "email"> & {
		readonly region: Pick<Entry["region"], "name" | "country">;
		readonly gliderType: Pick<Entry["gliderType"], "name" | "index">;
		readonly competitionClass: Pick<Entry["competitionClass"], "name" | "type" | "referenceIndex">;
		readonly accommodationType: string;
		readonly variableSymbol: string | null;
		/** What the entry owes, or has paid; null in an edition that takes no payments. */
		readonly fee: number | null;
	};

/** Exports all entries, accepted or waiting, by class and in the order of the list. @param isHead see {@link recordExport} */
export async function exportEntries(
	ctx: StaffCtx<"entries">,
	dialect: GeneralExportDialect,
	isHead: boolean,
): Promise<Result<CsvFile>> {
	const entries = (await selectEntries(ctx.db).where(isCompetitorOrWaiting)).sort(
		(a, b) =>
			compareClasses(ctx.db.classTypes, a.competitionClass.type, b.competitionClass.type) || listOrder(a, b),
	);
	await recordExport(
		ctx,
		{ action: "starting-list.export", after: { entries: entries.length, dialect } },
		isHead,
	);
	return done({
		name: `export-${pragueDate(ctx.now)}.csv`,
		text: generalExport(
			entries.map((entry) => ({ ...toExportEntry(ctx, entry), ...shownFlags(ctx.edition, entry) })),
			dialect,
			isByRanking(ctx.edition),
		),
	});
}

/** Exports the contestants of a class for SeeYou. @param isHead see {@link recordExport} */
export async function exportForSeeYou(
	ctx: StaffCtx<"entries">,
	classId: string,
	isHead: boolean,
): Promise<Result<CsvFile, "not-found">> {
	const { db, now } = ctx;
	const { competitionClass, entries } = await read(db, {
		competitionClass: first(classById(db, classId)),
		entries: selectEntries(db).where(eq(registrations.competitionClassId, classId)),
	});
	if (!competitionClass) return refuse("not-found");
	await recordExport(ctx, { action: "starting-list.export-see-you", subjectId: classId }, isHead);
	return done({
		name: `export-see-you-${pragueDate(now)}.csv`,
		text: seeYouExport(entries.sort(listOrder).map((entry) => toExportEntry(ctx, entry))),
	});
}

function toExportEntry(
	{ edition }: StaffCtx<"entries">,
	{ user, accommodationType, ...entry }: Entry,
): ExportEntry {
	const { name, surname, email } = user;
	return {
		...entry,
		name,
		surname,
		email,
		accommodationType: accommodationType.name,
		variableSymbol: variableSymbol(edition.year, entry.number),
		fee: feeOfEntry(edition, entry)?.amount ?? null,
	};
}

/**
 * `contract` is the API's export, whose columns never change; `comma` is the page's; `czechExcel` is the page's with semicolons and
 * decimal commas.
 */
type GeneralExportDialect = "contract" | "comma" | "czechExcel";

type Column = CsvColumn<ExportEntry>;

const contractColumns: readonly Column[] = [
	["name", (entry) => entry.name],
	["surname", (entry) => entry.surname],
	["birthDate", (entry) => entry.birthDate],
	["phone", (entry) => (isPhone(entry.phone) ? { verbatim: entry.phone } : entry.phone)],
	["email", (entry) => entry.email],
	["aeroclub", (entry) => entry.aeroclub],
	["region", (entry) => entry.region.name],
	["gliderType", (entry) => entry.gliderType.name],
	["gliderIndex", (entry) => entry.gliderType.index],
	["registrationNumber", (entry) => entry.registrationNumber],
	["startNumber", (entry) => entry.startNumber],
	["competitionClass", (entry) => entry.competitionClass.name],
	["accomodationType", (entry) => entry.accommodationType],
	["accomodationQuantity", (entry) => entry.quantity],
	["meals", (entry) => entry.meals],
	["note", (entry) => entry.note],
	["paid", (entry) => (entry.paid ? "zaplaceno" : "nezaplaceno")],
	["accepted", (entry) => String(entry.accepted)],
	["isReserve", (entry) => (entry.isReserve ? "náhradník" : "")],
	["registrationCompleted", (entry) => String(entry.registrationCompleted)],
	["igcId", (entry) => entry.igcId],
];

/** Columns before `igcId` where a ranking list gives the places. */
const rankedColumns: readonly Column[] = [
	["isWildcard", (entry) => (entry.isWildcard ? "ano" : "ne")],
	["rankingPosition", (entry) => entry.rankingPosition],
];

const pageColumns: readonly Column[] = [
	...contractColumns,
	["variableSymbol", (entry) => entry.variableSymbol],
	["withdrawnFrom", (entry) => entry.withdrawnFrom],
	["nights", (entry) => entry.nights],
	["fee", (entry) => entry.fee],
	["nation", (entry) => entry.nation],
	["licence", (entry) => entry.licence],
	["trailerPlate", (entry) => entry.trailerPlate],
	["secondPilot", (entry) => entry.secondPilot],
	["secondPilotNation", (entry) => entry.secondPilotNation],
	["secondPilotIgcId", (entry) => entry.secondPilotIgcId],
];

interface Dialect extends CsvWriteOptions {
	readonly columns: readonly Column[];
}

const dialects: Readonly<Record<GeneralExportDialect, Dialect>> = {
	contract: { columns: contractColumns, delimiter: "," },
	comma: { columns: pageColumns, delimiter: "," },
	czechExcel: { columns: pageColumns, delimiter: ";", decimalComma: true },
};

/**
 * Writes the export of docs/formats.md section 1. Text that a spreadsheet would run as a formula gets a leading apostrophe. A valid
 * phone number gets none, although it begins with a plus.
 * @param isRanked whether a ranking list gives the places
 */
export function generalExport(
	entries: readonly ExportEntry[],
	dialect: GeneralExportDialect,
	isRanked = false,
): string {
	const { columns: usual, ...options } = dialects[dialect];
	const before = usual.findIndex(([name]) => name === "igcId");
	const columns = isRanked ? usual.toSpliced(before, 0, ...rankedColumns) : usual;
	return writeColumns(columns, entries, { ...options, guardFormulas: true });
}

/** Most characters that SeeYou Competition accepts. */
const longestStartNumber = 8;

const homeCountry = "CZ";

const seeYouColumns: readonly Column[] = [
	["first_name", (entry) => entry.name],
	["last_name", (entry) => entry.surname],
	["birth_date", (entry) => entry.birthDate ?? ""],
	["nationality", nationality],
	["civl_id", () => 0],
	["igc_id", (entry) => String(entry.igcId ?? 0)],
	["email", (entry) => entry.email],
	["phone", (entry) => entry.phone],
	["club", (entry) => entry.aeroclub],
	["team", () => ""],
	["sponsors", () => ""],
	["aircraft_model", (entry) => entry.gliderType.name],
	["contestant_number", (entry) => [...entry.startNumber].slice(0, longestStartNumber).join("")],
	["aircraft_registration", (entry) => entry.registrationNumber],
	["handicap", handicapCell],
	["pure_glider", (entry) => (entry.hasEngine ? "False" : "True")],
	["flight_recorders", (entry) => entry.logger],
	["tag", () => ""],
	["not_competing", (entry) => (entry.isGuest ? "True" : "False")],
	["status", () => ""],
	["live_track_id", () => ""],
	["id_contestant", () => -1],
];

function nationality({ nation, region }: ExportEntry): string {
	return nation ?? (/^[A-Z]{2}$/.test(region.country) ? region.country : homeCountry);
}

function handicapCell(entry: ExportEntry): CsvCell {
	const handicap = handicapOf(entry.gliderType.index, entry.competitionClass.referenceIndex);
	return handicap === null ? null : { value: handicap, decimals: handicapDecimals };
}

/**
 * Exports the contestants of one class, see docs/formats.md section 1, without reserves and waiting entries. One who has withdrawn
 * stays: SeeYou scores the days flown before. A program reads the file, so text that looks like a formula gets no apostrophe.
 */
export function seeYouExport(entries: readonly ExportEntry[]): string {
	return writeColumns(
		seeYouColumns,
		entries.filter((entry) => (entry.accepted || entry.withdrawnFrom !== null) && !entry.isReserve),
		{ quoteStrings: true },
	);
}

/** Answers a link of the starting list to a file for organisers. */
export function csvForOrganisers(
	{ request, context }: LoaderFunctionArgs,
	write: (ctx: StaffCtx<"entries">, isHead: boolean) => Promise<Result<CsvFile>>,
): Promise<Response> {
	return answerWithFile(
		context,
		(ctx) => asStaff(ctx, "entries"),
		"/starting-list",
		async (ctx) => {
			const file = await write(ctx, request.method === "HEAD");
			return file.ok ? csvResponse(file.value) : plainPage({ language: ctx.language, reason: file.reason });
		},
	);
}
