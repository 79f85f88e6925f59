import { scanFlightLog } from "~/lib/flights/igc-file/scan-flight-log";
import { matchDay, ownerOf } from "~/lib/flights/unmatched-logs/match-log";
import type { UploadTexts } from "./upload-texts";

/** The public data of competitors and days to which a log can belong. The form has them as JSON in `data-known`. */
export interface KnownSigns {
	/** Entry of the competitor who is signed in. */
	readonly own: string | null;
	/** Recorders are known to the server alone. */
	readonly entries: readonly {
		readonly id: string;
		readonly startNumber: string;
		readonly registrationNumber: string;
		readonly name: string;
		readonly surname: string;
	}[];
	readonly days: readonly { readonly id: string; readonly date: string }[];
}

/** Bytes that hold every header and the first fix. */
const headSize = 65_536;

/** What a file says about itself: ids, and the questions to ask by the name of the field. Fields in neither are left to the server. */
export interface MatchedFile {
	readonly pilot?: string;
	readonly day?: string;
	readonly ask: Readonly<Record<string, string>>;
}

/** The server asks what these signs leave open: it may know the recorder. */
const againstAnyRecorder: readonly string[] = ["contradiction", "other"];

/** Matches a file as the server will, by all but its recorder. */
export async function matchFile(
	file: File,
	{ own, entries, days }: KnownSigns,
	texts: UploadTexts,
): Promise<MatchedFile> {
	const scan = scanFlightLog(new Uint8Array(await file.slice(0, headSize).arrayBuffer()));
	const { date, recorder, header, flightOfDay, table } = scan;
	const firstFix = table.times[0];
	if (date === null || recorder === null || table.length === 0 || firstFix === undefined) return { ask: {} };
	const flight = { firstFix, lastFix: firstFix, takeOff: null, landing: null };
	const log = { date, recorder, header, flightOfDay, ...flight };
	const matched = entries.map((entry) => ({ ...entry, logger: "", recorders: [] }));
	const owner = ownerOf(log, matched, own);
	const day = matchDay(log, days)?.id;
	const ask: MatchedFile["ask"] =
		"because" in owner && againstAnyRecorder.includes(owner.because)
			? { pilot: (texts.ask[owner.because] ?? "").replace("{pilots}", owner.pilots) }
			: {};
	return { ...("entryId" in owner && { pilot: owner.entryId }), ...(day !== undefined && { day }), ask };
}
