import { addDays } from "~/lib/editions/prague-time";
import { igcFile } from "../../scripts/demo/igc-generator";
import type { Days } from "./old-flying";
import { type Doc, type Making, plain } from "./old-making";

/* Documents and flight logs of the site before this one, with their objects in its bucket. */

const bytesOf = (content: string) => new TextEncoder().encode(content);

export function makeDocuments({ edition, files, made, losing, newId }: Making): Doc[] {
	const document = (name: string, bytes: Uint8Array, mimetype: string) => {
		const key = `documents/${edition.year}/${newId().toHexString()}-${name.replaceAll(" ", "_")}`;
		files[key] = bytes;
		return made({ name, path: `https://bucket.example.com/${key}`, mimetype, size: bytes.byteLength });
	};
	return [
		document("Propozice.pdf", bytesOf("%PDF-1.7 propozice"), "application/pdf"),
		document("Otočné body.cup", bytesOf("name,code\n"), "application/octet-stream"),
		document("Program.txt", bytesOf("9.30 briefing"), "text/plain"),
		losing(
			"document over the limit",
			document("Velký.pdf", new Uint8Array(10 * 1024 * 1024 + 1), "application/pdf"),
		),
		losing("page", document("stránka.html", bytesOf("<script>alert(1)</script>"), "text/html")),
		losing("document of another kind", document("Podvrh.pdf", bytesOf("MZ"), "application/pdf")),
		losing(
			"document without a file",
			made({ name: "Chybí.pdf", path: "documents/chybi.pdf", mimetype: "application/pdf", size: 3 }),
		),
	];
}

export function makeLogs(
	{ edition, files, made, oddly, losing, newId, people, logs, fixes }: Making,
	{ days }: Days,
	entries: readonly Doc[],
): Doc[] {
	const entry = (index: number) => entries[index % people] as Doc & { glider: Record<string, string> };
	const [firstDay] = days as [Doc];
	const igc = (index: number, pilot: Doc, day: Doc, bytes: Uint8Array) => {
		const key = `igc/${edition.year}/${newId().toHexString()}_${index}.igc`;
		files[key] = bytes;
		return made({
			...{ name: `let ${index}.igc`, day: day._id, pilot: pilot._id, path: key },
			...{ mimetype: "application/octet-stream", size: bytes.byteLength },
			...{ downloaded: index % 2 === 0, processed: index % 3 === 0 },
		});
	};
	const flown = Array.from({ length: logs }, (_, index) => {
		const day = days[Math.floor(index / people) % days.length] as Doc;
		const { glider } = entry(index);
		const bytes = igcFile({
			date: addDays(edition.competition.from, days.indexOf(day)),
			fixes,
			start: "10:00:00",
			recorder: `ALXV${String(index).padStart(3, "0")}`,
			registration: glider.registrationNumber ?? "",
			competitionNumber: glider.startNumber ?? "",
		});
		return igc(index, entry(index), day, bytes);
	});
	const [someLog] = flown as [Doc];
	const sameBytes = files[String(someLog.path)] ?? bytesOf("");
	return [
		...flown,
		oddly("the same log again", igc(logs, entry(0), firstDay, sameBytes)),
		losing("log that is none", igc(logs + 1, entry(1), firstDay, bytesOf("To není záznam letu."))),
		losing("log without a file", made({ ...plain(someLog), path: "igc/nikde.igc" })),
		losing("log of a lost pilot", made({ ...plain(someLog), pilot: newId() })),
	];
}
