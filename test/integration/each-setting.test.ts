import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { settingGroups } from "~/lib/season/setting-groups";
import { outbox } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { scannedPicture } from "~test/support/camera";
import { drawPictures } from "~test/support/drawing";
import { entryBody } from "~test/support/entries";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { plain, sourceOf } from "~test/support/html";
import { restoreSetting, setEdition, settingsForm } from "~test/support/set-edition";
import { ids, nthDay, test } from "~test/support/world";

/*
 * Each setting: what the file says, what is typed in the browser, where it is then seen (pages, mails, the code for paying, the calendar, the
 * API), and the file's again by one press. An isolate of its own has read every face before the change, and reads it after it within the
 * five seconds that caches have.
 */

type Person = { readonly id: string };
/** What somebody sees of a value. */
type Face = (admin: Person) => Promise<string>;

// A reader of codes needs them drawn.
drawPictures();

const march = createApp({ clock: "2025-03-10T12:00:00+01:00" });
const firstDay = createApp({ clock: "2025-07-12T08:00:00+02:00" });
/** Remembers what it has read, as an isolate does. */
const remembering = createApp({ clock: "2025-03-10T12:00:00+01:00", remembers: true });
const db = databaseOf();

const page =
	(path: string, on = remembering): Face =>
	async () =>
		plain(await sourceOf(await on.get(path, { language: "en" })));

/** A page of somebody who has just made an account. */
const newcomers =
	(path: string): Face =>
	async () =>
		plain(await sourceOf(await march.get(path, { as: await createUser(), language: "en" })));

const api =
	(path: string): Face =>
	async () =>
		JSON.stringify(await json(await remembering.api("GET", path)));

/** The form of a group: for what only files, maps and scores are made of. */
const form =
	(group: string): Face =>
	async (admin) =>
		JSON.stringify(await settingsForm(march, admin, group));

const paymentPage: Face = async () => {
	const { userId } = await createRegistration({ accepted: true });
	return plain(await sourceOf(await march.get("/registration", { as: { id: userId }, language: "en" })));
};

/** What an independent reader reads out of the code for paying. */
const code: Face = async () => {
	const { userId } = await createRegistration({ accepted: true });
	const answer = await march.get("/registration/payment.png?code=spayd", { as: { id: userId } });
	return scannedPicture(new Uint8Array(await answer.arrayBuffer()));
};

/** The mail that an accepted entry gets. */
const acceptance: Face = async (admin) => {
	const { id, userId } = await createRegistration({ accepted: false });
	await march.api("PUT", `/api/registration/${id}/quick-actions`, { accepted: true }, { as: admin });
	const rows = await db.select().from(outbox).where(eq(outbox.userId, userId));
	return JSON.stringify(rows.map(({ payload }) => payload));
};

/** The last lines of a mail, for who reads English. */
const signature: Face = async () => {
	const { email } = await createUser({ language: "en" });
	await march.api("POST", "/api/auth/reset-password", { email });
	const mails: { to: string; text: string }[] = await json(await march.get("/dev/mail.json"));
	return mails.find(({ to }) => to === email)?.text ?? "";
};

/** Who hears of a new entry. */
const recipients: Face = async () => {
	const body = {
		...entryBody(ids),
		glider: { ...entryBody(ids).glider, startNumber: crypto.randomUUID().slice(0, 6).toUpperCase() },
	};
	await db.delete(outbox);
	expect((await march.api("POST", "/api/registration", body, { as: await createUser() })).status).toBe(201);
	const rows = await db.select().from(outbox);
	return rows.map(({ recipient }) => recipient).join();
};

const visitorsList: Face = async (admin) => {
	await createRegistration({ accepted: true, paid: true });
	return `${await page("/starting-list")(admin)}`.replaceAll(/<head.*<\/head>/gs, "");
};

const tracking: Face = async (admin) => {
	const taskUrl = "https://tasks.example.com/a.cup";
	for (const classId of [ids.club, ids.kombi])
		await firstDay.api("POST", `/api/tracking/${nthDay(0)}/${classId}`, { taskUrl }, { as: admin });
	return page("/", firstDay)(admin);
};

const viewer = page("/results?view=daily&flight=77", firstDay);

interface Row {
	readonly group: keyof typeof settingGroups;
	readonly typed: Readonly<Record<string, string | null>>;
	/** What stands in each face after the change, and before it in none. */
	readonly seen: readonly (readonly [text: string | RegExp, face: Face])[];
}

const both = (name: string, cs: string, en: string) => ({ [`${name}/cs`]: cs, [`${name}/en`]: en });
const contact = (name: string, path = "/contacts"): Row => ({
	group: "contacts",
	typed: { [`contacts/${name}/name`]: "Jana Nová" },
	seen: [["Jana Nová", page(path)]],
});

const rows: Readonly<Record<string, Row>> = {
	"competition.from": {
		group: "dates",
		typed: { "competition/from": "2025-07-11" },
		seen: [
			["11–20 July 2025", page("/")],
			["DTSTART;VALUE=DATE:20250711", page("/calendar.ics")],
			["2025-07-11", api("/api/days")],
		],
	},
	"competition.to": {
		group: "dates",
		typed: { "competition/to": "2025-07-21" },
		seen: [
			["12–21 July 2025", page("/")],
			["20250722", page("/calendar.ics")],
			["2025-07-21", api("/api/days")],
		],
	},
	"competition.signupSince": {
		group: "dates",
		typed: { "competition/signupSince": "2025-03-20T09:00" },
		seen: [["20 March", page("/signup")]],
	},
	signupUntil: {
		group: "dates",
		typed: { signupUntil: "2025-03-10T11:00" },
		seen: [["closed", page("/signup")]],
	},
	entriesUntil: {
		group: "dates",
		typed: { entriesUntil: "2025-03-10T11:00" },
		seen: [["<fieldset disabled", newcomers("/registration")]],
	},
	title: {
		group: "texts",
		typed: { title: "Cup of the Hills" },
		seen: [
			["Cup of the Hills", page("/")],
			["Cup of the Hills", page("/calendar.ics")],
			["Cup of the Hills", page("/news.atom")],
			["Cup of the Hills", signature],
		],
	},
	place: {
		group: "texts",
		typed: both("place", "Dolní Lhota", "Lower Meadow"),
		seen: [
			["Lower Meadow", page("/")],
			["Lower Meadow", page("/calendar.ics?lng=en")],
		],
	},
	pageDescription: {
		group: "texts",
		typed: both("pageDescription", "Popis", "Gliding above hills"),
		seen: [["Gliding above hills", page("/")]],
	},
	alert: {
		group: "texts",
		typed: both("alert/0", "Pozor", "Mind the cows"),
		seen: [["Mind the cows", page("/")]],
	},
	dailyBriefing: {
		group: "texts",
		typed: { dailyBriefing: "08:47:00" },
		seen: [["8:47", page("/", firstDay)]],
	},
	capacity: {
		group: "invitation",
		typed: { "capacity/byClass/club": "188", "capacity/byClass/18_meter": "199" },
		seen: [["188", page("/")]],
	},
	invitation: {
		group: "invitation",
		typed: both("invitation/what", "Pro všechny", "For all who glide"),
		seen: [["For all who glide", page("/")]],
	},
	"contacts.organiser": contact("organiser", "/privacy"),
	"contacts.director": contact("director"),
	"contacts.field": contact("field"),
	"contacts.airfield": contact("airfield"),
	"contacts.registrations": contact("registrations"),
	"contacts.webAndScoring": contact("webAndScoring"),
	bugReportUrl: {
		group: "contacts",
		typed: { bugReportUrl: "https://faults.example.com/" },
		seen: [["https://faults.example.com/", page("/")]],
	},
	payment: {
		group: "fee",
		typed: { "payment/amount": "3100" },
		seen: [
			["3,100", page("/")],
			["CZK 3,100", newcomers("/registration")],
			["CZK 3,100", paymentPage],
			["AM:3100.00", code],
			['"amount":3100', acceptance],
		],
	},
	fees: {
		group: "fee",
		typed: { "fees/byClass/club/usual": "3456" },
		seen: [
			["3,456", page("/")],
			["CZK 3,456", paymentPage],
			["AM:3456.00", code],
			['"amount":3456', acceptance],
		],
	},
	classes: {
		group: "classes",
		typed: both("classes/0/name", "Klubová", "Clubby"),
		seen: [
			["Clubby", page("/")],
			["Clubby", newcomers("/registration")],
		],
	},
	regions: {
		group: "lists",
		typed: both("regions/0/name", "Moravia", "Eastern lands"),
		seen: [["Eastern lands", newcomers("/registration")]],
	},
	"admission.policy": {
		group: "admission",
		typed: { "admission/policy": "by-entry", "admission/places/total": "5" },
		seen: [['"admission/policy":"by-entry"', form("admission")]],
	},
	"admission.places": {
		group: "admission",
		typed: { "admission/places/total": "7" },
		seen: [['"admission/places/total":"7"', form("admission")]],
	},
	"admission.finalSince": {
		group: "admission",
		typed: { "admission/finalSince": "2025-04-15" },
		seen: [['"admission/finalSince":"2025-04-15"', form("admission")]],
	},
	accommodation: {
		group: "lists",
		typed: both("accommodation/1/name", "Stan", "Tents by the wood"),
		seen: [["Tents by the wood", newcomers("/registration")]],
	},
	asks: {
		group: "lists",
		typed: { "asks/licence": "on" },
		seen: [['"asks/licence":"on"', form("lists")]],
	},
	protests: { group: "protests", typed: { "protests/hours": "23" }, seen: [['"23"', form("protests")]] },
	rescue: { group: "rescue", typed: { "rescue/0/phone": "+420 155" }, seen: [["+420 155", form("rescue")]] },
	soaringSpotUrl: {
		group: "links",
		typed: { soaringSpotUrl: "https://spot.example.com/cup/" },
		seen: [["https://spot.example.com/cup/", page("/")]],
	},
	contestId: { group: "links", typed: { contestId: "4567" }, seen: [["4567-77", viewer]] },
	"mapViewer.template": {
		group: "links",
		typed: { "mapViewer/template": "https://www.soaringspot.com/en/flight/{contestId}-{flightId}" },
		seen: [["soaringspot.com/en/flight/3190-77", viewer]],
	},
	"tracking.singleTemplate": {
		group: "links",
		typed: { "tracking/singleTemplate": "https://glideandseek.com/one?taskOneUrl={taskOneUrl}" },
		seen: [["https://glideandseek.com/one?", tracking]],
	},
	"tracking.combinedTemplate": {
		group: "links",
		typed: { "tracking/combinedTemplate": "https://glideandseek.com/two?a={taskOneUrl}&b={taskTwoUrl}" },
		seen: [["https://glideandseek.com/two?", tracking]],
	},
	"tracking.hubUrl": {
		group: "links",
		typed: { "tracking/hubUrl": "https://hub.example.com/" },
		seen: [["https://hub.example.com/", page("/")]],
	},
	archive: {
		group: "links",
		typed: { "archive/0/url": "https://past.example.com/" },
		seen: [["https://past.example.com/", page("/archive")]],
	},
	photoGalleries: {
		group: "photos",
		typed: { "photoGalleries/0/url": "https://album.example.com/" },
		seen: [["https://album.example.com/", page("/")]],
	},
	sponsors: {
		group: "sponsors",
		typed: { "sponsors/0/url": "https://wind.example.com/" },
		seen: [["https://wind.example.com/", page("/")]],
	},
	"airfield.latitude": {
		group: "airfield",
		typed: { "airfield/latitude": "49.5399" },
		seen: [["49.5399", form("airfield")]],
	},
	"airfield.longitude": {
		group: "airfield",
		typed: { "airfield/longitude": "15.875" },
		seen: [["15.875", form("airfield")]],
	},
	"airfield.elevation": {
		group: "airfield",
		typed: { "airfield/elevation": "551" },
		seen: [["551", form("airfield")]],
	},
	"airfield.areas": {
		group: "airfield",
		typed: { "airfield/areas": "49.54, 15.87\n49.54, 15.88\n49.53, 15.88\n49.53, 15.87" },
		seen: [["49.53, 15.88", form("airfield")]],
	},
	"airfield.radiusM": {
		group: "airfield",
		typed: { "airfield/areas": "", "airfield/radiusM": "901" },
		seen: [["901", form("airfield")]],
	},
	uncheckedAirspace: {
		group: "airfield",
		typed: { "uncheckedAirspace/0": "RMZ" },
		seen: [["RMZ", form("airfield")]],
	},
	organiserEmails: {
		group: "mails",
		typed: { "organiserEmails/0": "office@example.com" },
		seen: [["office@example.com", recipients]],
	},
	mailSignature: {
		group: "mails",
		typed: both("mailSignature/0", "Na shledanou", "See you on the hill"),
		seen: [["See you on the hill", signature]],
	},
	publishTracks: {
		group: "publishing",
		typed: { publishTracks: null },
		seen: [[/^(?!.*tracks)/s, page("/privacy")]],
	},
	showsPaid: {
		group: "publishing",
		typed: { showsPaid: "on" },
		seen: [[/\bpaid\b/i, visitorsList]],
	},
	liveDelay: {
		group: "publishing",
		typed: { liveDelay: "7" },
		seen: [['"liveDelay":"7"', form("publishing")]],
	},
	sharedEntries: {
		group: "publishing",
		typed: { sharedEntries: "on" },
		seen: [['"sharedEntries":"on"', form("publishing")]],
	},
};

test.for(Object.entries(rows))(
	"%s is typed, seen at once in every face, and the file's again by one press",
	async ([key, { group, typed, seen }], { admin }) => {
		const holds = async (face: Face, text: string | RegExp) => {
			const shown = await face(admin);
			return typeof text === "string" ? shown.includes(text) : text.test(shown);
		};
		for (const [text, face] of seen) expect(await holds(face, text), String(text)).toBe(false);
		expect((await setEdition(remembering, admin, group, { ...typed })).status).toBe(303);
		for (const [text, face] of seen) expect(await holds(face, text), String(text)).toBe(true);
		// Areas and a radius stand for each other: the radius goes first.
		const changed = key === "airfield.radiusM" ? [key, "airfield.areas"] : [key];
		for (const one of changed)
			expect((await restoreSetting(remembering, admin, group, one, 0)).status).toBe(303);
		for (const [text, face] of seen) expect(await holds(face, text), String(text)).toBe(false);
	},
);

test("every setting stands in the table", () => {
	expect(Object.keys(rows).sort()).toEqual(Object.values(settingGroups).flat().sort());
});
