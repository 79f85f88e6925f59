import { createHash } from "node:crypto";
import { folderOf } from "~/lib/content/document-types";
import { addDays } from "~/lib/editions/prague-time";
import { formatCompetitionDates } from "~/lib/i18n/format-dates";
import type { documents, documentVersions } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import { airspaceFile } from "./airspace";
import { pdfOf } from "./pdf";
import { waypointFile } from "./waypoints";

/** An object of the bucket. */
export interface DemoFile {
	readonly key: string;
	readonly mimetype: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Source {
	readonly name: string;
	readonly mimetype: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly daysBefore: number;
}

function textOf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}

function localProcedures({ year, title, competition }: Edition): Source {
	return {
		name: `Local procedures ${year}.pdf`,
		mimetype: "application/pdf",
		bytes: pdfOf(`${title} - Local procedures`, [
			`Held from ${competition.from} to ${competition.to}, classes Klub and Kombi, handicaps after the national index list.`,
			"",
			"1. Registration: the evening before the first day, 15:00 to 20:00, and on the first day until 8:30.",
			"2. Briefing: daily at 9:30 in the hangar. Attendance is compulsory.",
			"3. Grid: gliders stand on the grid 15 minutes before the first launch.",
			"4. Launches: aerotow to 600 m above the airfield; release over the marked area only.",
			"5. Start: announced on the competition frequency 20 minutes before the line opens.",
			"6. Finish: ring of 3 km radius, minimum height 150 m above the airfield.",
			"7. Outlandings: report by telephone or on the website; the crew is called from the office.",
			"8. Flight logs: upload the IGC file at most one hour after landing.",
			"9. Protests: in writing, within two hours after the results became unofficial.",
		]),
		daysBefore: 45,
	};
}

function turnPoints(edition: Edition): Source {
	return {
		name: `Otočné body ${edition.year}.cup`,
		mimetype: "text/plain",
		bytes: new TextEncoder().encode(waypointFile(edition)),
		daysBefore: 45,
	};
}

function airspace(edition: Edition): Source {
	return {
		name: `Vzdušný prostor ${edition.year}.txt`,
		mimetype: "text/plain",
		bytes: new TextEncoder().encode(airspaceFile(edition)),
		daysBefore: 30,
	};
}

function dailyProgramme({ title, place, competition }: Edition): Source {
	const { from, to } = competition;
	return {
		name: "Denní program.txt",
		mimetype: "text/plain",
		bytes: textOf([
			`${title}, ${formatCompetitionDates(from, to, "cs")}, ${place.cs}`,
			"",
			"7.30  snídaně",
			"9.30  briefing v\u00a0hangáru",
			"11.00 kluzáky na gridu",
			"11.30 první možný start",
			"18.30 večeře",
			"20.00 uzávěrka nahrávání záznamů letů",
		]),
		daysBefore: 3,
	};
}

/** One version of each document, and its bytes for the bucket. */
export function documentsOf(
	edition: Edition,
	uploadedBy: string,
): {
	readonly documents: (typeof documents.$inferInsert)[];
	readonly documentVersions: (typeof documentVersions.$inferInsert)[];
	readonly files: DemoFile[];
} {
	const { year, competition } = edition;
	const sources = [localProcedures, turnPoints, airspace, dailyProgramme].map((sourceOf) =>
		sourceOf(edition),
	);
	const made = sources.map(({ name, mimetype, bytes, daysBefore }) => {
		const id = stableId(year, "document", name);
		const versionId = stableId(year, "document-version", name);
		const at = new Date(`${addDays(competition.from, -daysBefore)}T15:30:00Z`);
		const key = `${year}/documents/${id}/${versionId}`;
		return {
			document: {
				id,
				name,
				folder: folderOf(name),
				currentVersionId: versionId,
				createdAt: at,
				updatedAt: at,
			},
			version: {
				id: versionId,
				documentId: id,
				key,
				mimetype,
				size: bytes.byteLength,
				sha256: createHash("sha256").update(bytes).digest("hex"),
				state: "ready" as const,
				uploadedBy,
				createdAt: at,
			},
			file: { key, mimetype, bytes },
		};
	});
	return {
		documents: made.map(({ document }) => document),
		documentVersions: made.map(({ version }) => version),
		files: made.map(({ file }) => file),
	};
}
