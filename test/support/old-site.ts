import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import bcrypt from "bcryptjs";
import { EJSON, ObjectId, serialize } from "bson";
import { addDays } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { igcFile } from "../../scripts/demo/igc-generator";
import { clubGliders, eighteenMetreGliders } from "../../scripts/reference/gliders";

/*
 * The site before this one, as its tools dump it: an edition of 60 people with every oddity that such a dump has. Collections and fields
 * have the names of the old site.
 */

export type Doc = Record<string, unknown> & { _id: ObjectId };

export interface OldSite {
	readonly collections: Record<string, Doc[]>;
	/** Objects of its bucket, by their keys. */
	readonly files: Record<string, Uint8Array>;
	/** Ids of documents that are not as they should be, by what is strange about them. */
	readonly odd: Record<string, string>;
	/** Ids of documents that cannot be taken over, by what is wrong with them. */
	readonly lost: Record<string, string>;
}

export const oldPassword = "heslo z roku dvacet";
/** Cheap: the lowest cost that bcrypt has. */
const hash = bcrypt.hashSync(oldPassword, 4);

/** Ids count up, as those of MongoDB do. */
function idMaker(year: number) {
	let last = 0;
	const seconds = Date.UTC(year, 2, 1) / 1000;
	return () => {
		last += 1;
		return new ObjectId(
			`${(seconds + last).toString(16).padStart(8, "0")}a1b2c3d4e5${last.toString(16).padStart(6, "0")}`,
		);
	};
}

interface OldSiteOptions {
	readonly people?: number;
	readonly logs?: number;
	/** Fixes of each log. */
	readonly fixes?: number;
}

export function oldSite(
	edition: Edition,
	{ people = 60, logs = 300, fixes = 60 }: OldSiteOptions = {},
): OldSite {
	const newId = idMaker(edition.year);
	const odd: Record<string, string> = {};
	const lost: Record<string, string> = {};
	const losing = (name: string, doc: Doc) => {
		lost[name] = doc._id.toHexString();
		return doc;
	};
	const oddly = (name: string, doc: Doc) => {
		odd[name] = doc._id.toHexString();
		return doc;
	};
	let seconds = Date.UTC(edition.year, 2, 1, 11);
	const made = (fields: Record<string, unknown>): Doc => {
		seconds += 3_600_000;
		return {
			_id: newId(),
			...fields,
			createdAt: new Date(seconds),
			updatedAt: new Date(seconds + 60_000),
			__v: 0,
		};
	};

	const regions = [...edition.regions.map(({ key }) => made({ name: key })), made({ name: "Slovensko" })];
	const [club, other] = edition.classes.map(({ type }) =>
		made({
			name: type === "club" ? "Klub" : "Kombi",
			type,
			soaringSpotId: type === "club" ? 4711 : undefined,
		}),
	) as [Doc, Doc];
	const unknownClass = losing("class of no known type", made({ name: "Dvoumístné", type: "two_seater" }));
	const gliderOf = ([name, index]: readonly [string, number], place: number) => {
		const reference = edition.classes[place]?.referenceIndex ?? 100;
		return made({ name, index, handicap: Math.round((index / reference) * 10_000) / 10_000 });
	};
	const gliders = {
		club: clubGliders.slice(0, 12).map((one) => gliderOf(one, 0)),
		other: eighteenMetreGliders.slice(0, 12).map((one) => gliderOf(one, 1)),
		rare: oddly(
			"new glider type",
			made({ name: "Zefír 4", index: 82.2, handicap: 0.822, competitionClassType: "club" }),
		),
		lost: losing("glider type of no class", made({ name: "Nikdo neletí", index: 99 })),
	};
	const [none, ...kinds] = edition.accommodation.map(({ key }) => made({ name: key })) as [Doc, ...Doc[]];

	const days = Array.from({ length: 9 }, (_, index) => {
		const date = addDays(edition.competition.from, index);
		// Midnight in Prague, as the old site's calendar made it.
		const midnight = new Date(Date.parse(`${date}T00:00:00Z`) - 7_200_000);
		return made({
			name: `Den ${index + 1}`,
			date: midnight,
			task: ["TASK", "TASK", "NO_TASK", "TASK_CANCELLED"][index % 4],
		});
	});
	for (const day of days.filter(({ task }) => task !== "TASK_CANCELLED").slice(0, 6)) day.task = "TASK";
	const secondDay = losing(
		"second day of a date",
		made({ name: "Den 1b", date: days[0]?.date, task: "NO_TASK" }),
	);

	const users = Array.from({ length: people }, (_, index) =>
		made({
			name: ["Jana", "Petr", "Šárka", "Ondřej", "Zuzana"][index % 5],
			surname: `Plachtařová ${index + 1}`,
			email: index % 7 === 3 ? `Pilot.${index}@Example.com` : `pilot.${index}@example.com`,
			password: hash,
			admin: false,
		}),
	);
	const admin = oddly(
		"administrator",
		made({ name: "Alena", surname: "Správcová", email: "alena@example.com", password: hash, admin: true }),
	);
	const [, second, , , fifth] = users as [Doc, Doc, Doc, Doc, Doc];
	// One name in one class twice.
	[fifth.name, fifth.surname] = [users[7]?.name, users[7]?.surname];
	second.password = bcrypt.hashSync(oldPassword, 4).replace("$2b$04", "$2b$12");
	const strangers = [
		losing(
			"second account of an address",
			made({ name: "Jana", surname: "Druhá", email: "PILOT.0@example.com", password: hash, admin: false }),
		),
		losing(
			"account without an address",
			made({ name: "Nikdo", surname: "Nikde", email: "nikdo", password: hash, admin: false }),
		),
		made({
			name: "Divák",
			surname: "Bez Přihlášky",
			email: "divak@example.com",
			password: hash,
			admin: false,
		}),
	];

	const registrations = users.map((user, index) => {
		const isClub = index % 2 === 0;
		const ofClass = isClub ? gliders.club : gliders.other;
		return made({
			user: user._id,
			paid: index % 5 !== 0,
			birthDate: index % 4 === 0 ? undefined : `19${50 + (index % 49)}-0${1 + (index % 9)}-1${index % 9}`,
			phone: `+420 600 ${100 + index} ${200 + index}`,
			aeroclub: `Aeroklub ${index % 9}`,
			region: regions[index % regions.length]?._id,
			glider: {
				gliderType: ofClass[index % ofClass.length]?._id,
				registrationNumber: `OK-${1000 + index}`,
				startNumber: `${isClub ? "K" : "Q"}${index}`,
				hasEngine: index % 6 === 0,
			},
			competitionClass: (isClub ? club : other)._id,
			logger: `LXNAV ${index}`,
			accomodation: { accomodationType: [none, ...kinds][index % 3]?._id, quantity: index % 3 },
			meals: index % 4,
			note: index % 10 === 0 ? "Přijedu v pátek.\nMáme psa; 'hodného'?" : undefined,
			registrationCompleted: index % 3 === 0,
			igcId: index % 2 === 0 ? 1000 + index : undefined,
			accepted: index % 8 !== 5,
			isReserve: index % 9 === 4,
		});
	});
	const entry = (index: number) => registrations[index] as Doc & { glider: Record<string, unknown> };
	entry(0).glider.gliderType = gliders.rare._id;
	entry(4).competitionClass = club._id;
	entry(4).accepted = true;
	oddly("Czech birth date", entry(1)).birthDate = "5. 3. 1971";
	oddly("bad birth date", entry(2)).birthDate = "kolem Vánoc";
	oddly("long note", entry(3)).note = "x".repeat(2_001);
	oddly("unknown field", entry(6)).tshirt = "XL";
	const badEntries = [
		losing("entry of a lost region", made({ ...plain(entry(8)), user: strangers[2]?._id, region: newId() })),
		losing("entry of a lost account", made({ ...plain(entry(9)), user: newId() })),
		losing(
			"entry of an unknown class",
			made({ ...plain(entry(10)), user: admin._id, competitionClass: unknownClass._id }),
		),
	];

	const statuses = days
		.slice(0, 4)
		.flatMap((day) =>
			registrations
				.filter(({ accepted }) => accepted)
				.map((one, index) =>
					made({ day: day._id, pilot: one._id, status: ["HOME", "OUTLANDING", "DNF", null][index % 4] }),
				),
		);
	const badStatuses = [
		losing("status of a lost pilot", made({ day: days[0]?._id, pilot: newId(), status: "HOME" })),
		losing("second status", made({ day: days[0]?._id, pilot: entry(0)._id, status: "DNF" })),
		losing(
			"status of a day that is left out",
			made({ day: secondDay._id, pilot: entry(0)._id, status: "DNF" }),
		),
	];
	const trackings = days.slice(0, 3).flatMap((day) =>
		[club, other].map((one) =>
			made({
				day: day._id,
				competitionClass: one._id,
				taskUrl: `https://xctsk.example.com/${day._id}/${one._id}`,
			}),
		),
	);

	const scored = days.filter(({ task }) => task === "TASK");
	const dailyresults = [club, other].flatMap((one) => {
		const inClass = registrations.filter(
			({ competitionClass, accepted, isReserve }) => competitionClass === one._id && accepted && !isReserve,
		);
		const sums = new Map<Doc, number>();
		return scored.flatMap((day, dayNumber) => {
			const points = new Map(
				inClass.map((pilot, index) => [pilot, 1000 - ((index * 37 + dayNumber * 101) % 700)]),
			);
			for (const [pilot, value] of points) sums.set(pilot, (sums.get(pilot) ?? 0) + value);
			return inClass.map((pilot) => {
				const user = users.find(({ _id }) => _id === pilot.user);
				const type = [...gliders.club, ...gliders.other, gliders.rare].find(
					({ _id }) => _id === (pilot.glider as { gliderType: unknown }).gliderType,
				);
				return made({
					points: points.get(pilot),
					points_total: sums.get(pilot),
					position: placeIn(points, pilot),
					position_total: placeIn(sums, pilot),
					flightId: 90_000 + registrations.indexOf(pilot) + 100 * dayNumber,
					name: `${user?.name} ${user?.surname}`,
					aeroclub: pilot.aeroclub,
					glider: type?.name,
					handicap: type?.handicap,
					day: day._id,
					competitionClass: one._id,
				});
			});
		});
	});
	const [someResult] = dailyresults as [Doc];
	// Nobody of that name has entered.
	const last =
		dailyresults.filter(
			({ day, competitionClass }) => day === scored[0]?._id && competitionClass === club._id,
		).length + 1;
	const guests = scored.map((day) =>
		made({
			...plain(someResult),
			day: day._id,
			name: "Cizinec Neznámý",
			points: 0,
			points_total: 0,
			position: last,
			position_total: last,
			flightId: undefined,
		}),
	);
	const badResult = losing(
		"result of a day that is left out",
		made({ ...plain(someResult), day: secondDay._id }),
	);

	const news = Array.from({ length: 8 }, (_, index) =>
		made({
			title: `Zpráva ${index + 1}`,
			body: `První odstavec.\nDruhý; 'v uvozovkách' ?`,
			author: admin._id,
		}),
	);
	const badNews = [
		losing("news of a lost author", made({ title: "Ztracená", body: "Text", author: newId() })),
		losing("long news", made({ title: "Dlouhá", body: "x".repeat(20_001), author: admin._id })),
	];

	const files: Record<string, Uint8Array> = {};
	const text = (content: string) => new TextEncoder().encode(content);
	const document = (name: string, bytes: Uint8Array, mimetype: string) => {
		const key = `documents/${edition.year}/${newId().toHexString()}-${name.replaceAll(" ", "_")}`;
		files[key] = bytes;
		return made({ name, path: `https://bucket.example.com/${key}`, mimetype, size: bytes.byteLength });
	};
	const documents = [
		document("Propozice.pdf", text("%PDF-1.7 propozice"), "application/pdf"),
		document("Otočné body.cup", text("name,code\n"), "application/octet-stream"),
		document("Program.txt", text("9.30 briefing"), "text/plain"),
	];
	const badDocuments = [
		losing(
			"document over the limit",
			document("Velký.pdf", new Uint8Array(10 * 1024 * 1024 + 1), "application/pdf"),
		),
		losing("page", document("stránka.html", text("<script>alert(1)</script>"), "text/html")),
		losing("document of another kind", document("Podvrh.pdf", text("MZ"), "application/pdf")),
		losing(
			"document without a file",
			made({ name: "Chybí.pdf", path: "documents/chybi.pdf", mimetype: "application/pdf", size: 3 }),
		),
	];

	const igc = (index: number, pilot: Doc, day: Doc, bytes: Uint8Array) => {
		const key = `igc/${edition.year}/${newId().toHexString()}_${index}.igc`;
		files[key] = bytes;
		return made({
			name: `let ${index}.igc`,
			day: day._id,
			pilot: pilot._id,
			path: key,
			mimetype: "application/octet-stream",
			size: bytes.byteLength,
			downloaded: index % 2 === 0,
			processed: index % 3 === 0,
		});
	};
	const igcfiles = Array.from({ length: logs }, (_, index) => {
		const day = days[Math.floor(index / people) % days.length] as Doc;
		const date = addDays(edition.competition.from, days.indexOf(day));
		const glider = entry(index % people).glider as Record<string, string>;
		const bytes = igcFile({
			date,
			fixes,
			start: "10:00:00",
			recorder: `ALXV${String(index).padStart(3, "0")}`,
			registration: glider.registrationNumber ?? "",
			competitionNumber: glider.startNumber ?? "",
		});
		return igc(index, entry(index % people), day, bytes);
	});
	const [someLog] = igcfiles as [Doc];
	const badLogs = [
		oddly("the same log again", igc(logs, entry(0), days[0] as Doc, files[String(someLog.path)] ?? text(""))),
		losing("log that is none", igc(logs + 1, entry(1), days[0] as Doc, text("To není záznam letu."))),
		losing("log without a file", made({ ...plain(someLog), path: "igc/nikde.igc" })),
		losing("log of a lost pilot", made({ ...plain(someLog), pilot: newId() })),
	];

	return {
		odd,
		lost,
		files,
		collections: {
			regions,
			competitionclasses: [club, other, unknownClass],
			glidertypes: [...gliders.club, ...gliders.other, gliders.rare, gliders.lost],
			accomodationtypes: [none, ...kinds],
			competitiondays: [...days, secondDay],
			users: [...users, admin, ...strangers],
			registrations: [...registrations, ...badEntries],
			competitorstatuses: [...statuses, ...badStatuses],
			trackings,
			dailyresults: [...dailyresults, ...guests, badResult],
			news: [...news, ...badNews],
			documents: [...documents, ...badDocuments],
			igcfiles: [...igcfiles, ...badLogs],
			contests: [made({ name: edition.title })],
			resetpasswords: [made({ token: "tajemství", user: admin._id })],
			sessions: [made({ session: "neznámá kolekce" })],
		},
	};
}

function plain(doc: Doc): Record<string, unknown> {
	const { _id, createdAt, updatedAt, __v, ...fields } = doc;
	return fields;
}

function placeIn(points: ReadonlyMap<Doc, number>, pilot: Doc): number {
	const own = points.get(pilot) ?? 0;
	return 1 + [...points.values()].filter((value) => value > own).length;
}

/** How a collection is written: by `mongodump`, with or without `--gzip`, or by `mongoexport`, canonical lines or a relaxed array. */
export type DumpForm = "bson" | "bson.gz" | "json" | "array";

/** MongoDB stores no field that is undefined. */
function withoutUndefined(value: Doc): Doc {
	return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Doc;
}

export function encodeCollection(docs: readonly Doc[], form: DumpForm): Uint8Array {
	const whole = docs.map(withoutUndefined);
	if (form === "json")
		return Buffer.from(whole.map((doc) => `${EJSON.stringify(doc, { relaxed: false })}\n`).join(""));
	if (form === "array")
		return Buffer.from(`[${whole.map((doc) => EJSON.stringify(doc, { relaxed: true })).join(",\n")}]\n`);
	const bson = Buffer.concat(whole.map((doc) => serialize(doc)));
	return form === "bson" ? bson : gzipSync(bson);
}

/** Writes a dump into a folder, with what the tools put beside it, and the files of the bucket into another one. */
export function writeDump(
	folder: string,
	site: OldSite,
	form: DumpForm,
): { readonly dump: string; readonly files: string } {
	const [dump, files] = [join(folder, "dump"), join(folder, "files")];
	const isBson = form.startsWith("bson");
	const database = isBson ? join(dump, "competition") : dump;
	mkdirSync(database, { recursive: true });
	for (const [name, docs] of Object.entries(site.collections)) {
		writeFileSync(
			join(database, `${name}.${form === "array" ? "json" : form}`),
			encodeCollection(docs, form),
		);
		if (isBson) writeFileSync(join(database, `${name}.metadata.json`), "{}");
	}
	if (isBson) writeFileSync(join(dump, "oplog.bson"), serialize({ op: "n" }));
	for (const [key, bytes] of Object.entries(site.files)) {
		const path = join(files, key);
		mkdirSync(join(path, ".."), { recursive: true });
		writeFileSync(path, bytes);
	}
	return { dump, files };
}
