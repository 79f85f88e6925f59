import { jobFuses, type Task } from "~db/schema";
import { resetTokenTo } from "~test/support/accounts";
import { type App, createApp } from "~test/support/app";
import { createAuthenticator } from "~test/support/authenticator";
import { createBrowser } from "~test/support/browser";
import { documentForm } from "~test/support/documents";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { flownFile, outAndReturn, place } from "~test/support/flown";
import { runScheduleAt, storedIgc, uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { contestWith, control, keys } from "~test/support/results-sync";
import { later, secretOn, sendPassword } from "~test/support/second-factor";
import { areaZones, cupFile } from "~test/support/task-files";
import type { People, StartNumber } from "./people";

/*
 * The season before the recording, at five in the afternoon of its sixth day. It comes about as that of a competition does, through the
 * Worker, and nothing of it depends on what ran before in the same workerd. What has happened until the sixth day:
 * 12 July  results from SoaringSpot, each class with a guest
 * 13 July  club flown and imported with a guest and a tie, Kombi imported as unofficial
 * 14 July  club official here, with a guest, a penalty and a log that is missing; Kombi imported as preliminary
 * 15 July  club flown, then the day was cancelled
 * 16 July  club unofficial with a guest, a withdrawn pilot, a disqualification and a protest; Kombi flown, then cancelled
 * 17 July  club in the air, preliminary, with a log of a stranger and two versions of the task; Kombi on the ground, with an area task
 * 18 July  no task yet, but a draft; nothing after it
 */

/** People, entries and all that has happened. */
export type World = People & Awaited<ReturnType<typeof playSeason>>;

/** The Worker at a time of the competition. @param day of July */
const onDay = (day: number, time: string): App => createApp({ clock: `2025-07-${day}T${time}Z` });

/** When the recording asks, unless it says otherwise. */
export const now = "2025-07-17T15:00:00Z";

interface Id {
	readonly _id: string;
}

/** What the Worker has answered to something that succeeds. */
async function written<T>(response: Promise<Response>): Promise<T> {
	const answer = await response;
	if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`);
	const isJson = answer.headers.get("Content-Type")?.includes("json");
	return (isJson ? await answer.json() : null) as T;
}

export async function playSeason(people: People) {
	const season = seasonOf(people);
	await season.fetchFirstDay();
	await season.flySecondDay();
	await season.flyThirdDay();
	await season.flyFourthDay();
	await season.flyFifthDay();
	await season.flySixthDay();
	const path = `/api/tasks/${season.day(18)}/${people.ids.club}`;
	const { _id: draft } = await written<Id>(season.admin(17, "14:00", "PUT", path, season.task));
	people.names.set(draft, "draft of 18 July");
	const { versions } = await storedIgc();
	const name = (igcFileId: string) => people.names.get(igcFileId);
	for (const { id, igcFileId, createdAt } of versions)
		people.names.set(id, `version of ${name(igcFileId)}, ${createdAt.toISOString()}`);
	return {
		...(await makeSecrets(people)),
		...(await publishContent(people)),
		...(await playSeasonBefore(people)),
		...season.made,
		day: season.day,
		task: season.task,
		draft,
		/** Version of the log of A1 on 14 July. */
		version: versions.find(({ igcFileId }) => igcFileId === season.made.logs["A1 14"])?.id ?? "",
	};
}

function seasonOf({ names, ids, days, people, pilots, entries }: People) {
	const task = taskBody(outAndReturn());
	const made = {
		tasks: {} as Record<string, string>,
		/** The first logs of flights. */
		logs: {} as Record<string, string>,
		/** Ids of the statuses of the sixth day. */
		statuses: [] as readonly string[],
	};
	const day = (date: number) => days.find((one) => one.date === `2025-07-${date}`)?.id ?? "";
	const admin = (date: number, time: string, method: string, path: string, body?: unknown) =>
		onDay(date, `${time}:00`).api(method, path, body, { as: people.organiser });

	async function publish(date: number, classId: string, body: unknown = task): Promise<string> {
		const { _id } = await written<Id>(
			admin(date, "07:00", "PUT", `/api/tasks/${day(date)}/${classId}`, body),
		);
		await written(admin(date, "07:30", "PATCH", `/api/tasks/${_id}`, { published: true }));
		const name = `task of ${names.get(classId)} on ${date} July`;
		names.set(_id, [...names.values()].includes(name) ? `${name} anew` : name);
		made.tasks[`${date} ${classId}`] = _id;
		return _id;
	}

	/** Sets the task of a day and who flies it. */
	async function begin(date: number, classes: readonly string[]): Promise<void> {
		await written(admin(date, "06:30", "PUT", `/api/days/${day(date)}`, { task: "TASK" }));
		for (const classId of classes) await publish(date, classId);
		const statuses = await written<Id[]>(
			admin(date, "08:00", "POST", "/api/competitorstatuses", { day: day(date) }),
		);
		made.statuses = statuses.map(({ _id }) => _id);
		for (const [place, id] of made.statuses.entries()) names.set(id, `status ${place + 1} of ${date} July`);
	}

	/** Flies a task at a speed (m/s), or lands in a field before the turn point, and sends the log. */
	async function fly(number: StartNumber, date: number, speed: number, asStranger = false): Promise<void> {
		const body = uploadBody(entries[number].id, day(date), logOf(number, date, speed));
		const as = asStranger ? null : pilots[number];
		const { _id } = await written<Id>(onDay(date, "14:00:00").api("POST", "/api/igc", body, { as }));
		names.set(_id, `log of ${number} on ${date} July`);
		made.logs[`${number} ${date}`] = _id;
	}

	const decide = (date: number, number: StartNumber, body: object) =>
		written(
			admin(
				date,
				"17:00",
				"PATCH",
				`/api/scoring/${day(date)}/${entries[number].competitionClassId}/${entries[number].id}`,
				{ reason: "Rozhodnuto", ...body },
			),
		);

	const setState = (date: number, on: number, state: string, reason = "Zkontrolováno") =>
		written(admin(on, "18:30", "PATCH", `/api/scoring/${day(date)}/${ids.club}`, { state, reason }));

	const importTable = (date: number, classId: string, status: string, text: string) =>
		written(
			onDay(date, "18:00:00").post(
				"/admin/scoring",
				multipart({
					intent: "import",
					competitionClass: classId,
					day: day(date),
					status,
					replaces: "none",
					text,
					reason: "Podle ředitele",
				}),
				{ as: people.organiser },
			),
		);

	return {
		made,
		task,
		day,
		admin,

		async fetchFirstDay() {
			await begin(12, [ids.club, ids.kombi]);
			await control("PUT", "page-size", { pageSize: 20 });
			const contest = contestWith(({ classes }) => {
				for (const one of classes) one.tasks = one.tasks.filter(({ date }) => date === "2025-07-12");
				const [club, kombi] = classes.map(({ tasks }) => tasks[0]?.results ?? []);
				for (const [index, number] of ["A1", "B2", "C3"].entries())
					if (club?.[index]) club[index].contestant.number = number;
				for (const [index, number] of ["K1", "L2"].entries())
					if (kombi?.[index]) kombi[index].contestant.number = number;
				const guest = kombi?.at(-1);
				if (guest) guest.contestant.notCompeting = true;
			});
			await control("PUT", "contest", contest);
			await runScheduleAt("2025-07-12T18:00:00Z", keys);
			// For five days it does not run again, of which the health would tell.
			await databaseOf().delete(jobFuses);
		},

		async flySecondDay() {
			await begin(13, [ids.club, ids.kombi]);
			await fly("A1", 13, 28);
			await fly("B2", 13, 0);
			const club =
				"#;cn;name;glider;handicap;points;flight_id\n1;A1;Jana Adamová;LS 4;104,5;812;900001\n2;B2;Jana Bílý;LS 4;104;401;\n2;C3;Jana Černá;LS 4;104;401;900003\nHC;G7;Jana Host;LS 4;104;700;\nDNF;D4;Jana Dvořák;LS 4;104;0;";
			await importTable(13, ids.club, "official", club);
			await importTable(13, ids.kombi, "unofficial", "#,cn,points\n1,L2,640\n2,K1,512.5");
		},

		async flyThirdDay() {
			await begin(14, [ids.club]);
			await fly("A1", 14, 30);
			await fly("B2", 14, 27);
			await fly("C3", 14, 0);
			await fly("G7", 14, 33);
			await decide(14, "G7", { guest: true });
			await decide(14, "B2", { penalties: [{ points: 25, text: "Vysoký odlet" }] });
			await setState(14, 14, "unofficial");
			await setState(14, 15, "official");
			await importTable(14, ids.kombi, "preliminary", "#,cn,points\n1,K1,700\n2,L2,300");
		},

		async flyFourthDay() {
			await begin(15, [ids.club]);
			await fly("A1", 15, 29);
			await written(admin(15, "17:00", "PUT", `/api/days/${day(15)}`, { task: "TASK_CANCELLED" }));
		},

		async flyFifthDay() {
			const flags = { accepted: false };
			await written(admin(16, "05:00", "PUT", `/api/registration/${entries.D4.id}/quick-actions`, flags));
			await begin(16, [ids.club, ids.kombi]);
			await fly("A1", 16, 26);
			await fly("B2", 16, 31);
			await fly("C3", 16, 32);
			await fly("G7", 16, 34);
			await fly("K1", 16, 30);
			await fly("L2", 16, 0);
			await decide(16, "G7", { guest: true });
			await decide(16, "C3", { disqualified: true });
			await decide(16, "B2", { override: { start: "2025-07-16T10:05:00Z" } });
			await setState(16, 16, "unofficial");
			const kombi = `/api/scoring/${day(16)}/${ids.kombi}`;
			await written(admin(16, "18:30", "PATCH", kombi, { cancelled: true, reason: "Bouřka na trati" }));
			const protest = { text: "Odlet byl otevřen pozdě", feePaid: "on" };
			await written(onDay(16, "19:00:00").post("/protests/2025-07-16/club", protest, { as: pilots.A1 }));
		},

		async flySixthDay() {
			await begin(17, [ids.club]);
			const briefing = { qnhHpa: 1018, frequencies: "122,605", note: "Pozor na bouřky." };
			await publish(17, ids.club, { ...task, rules: { startOpens: "12:05" }, briefing });
			await publish(17, ids.kombi, multipart({ task: cupFile(areaZones) }));
			await fly("A1", 17, 28);
			await fly("A1", 17, 29);
			await fly("B2", 17, 30, true);
			await fly("C3", 17, 0);
		},
	};
}

/** A task as the API takes it. */
function taskBody({ kind, points }: Task) {
	const stated = points.map(({ latitude, longitude, name, zone }) => ({ latitude, longitude, name, zone }));
	return { kind, points: stated, scoring: { d1Km: 250, dmKm: 100 } };
}

/** The log of a pilot; at no speed, of a landing in a field. Each recorder misses another fix, so that no two logs are one. */
function logOf(number: string, date: number, speed: number): Uint8Array {
	const missed = 4 * (number.charCodeAt(0) + speed);
	const way = { to: place(100_000), speed };
	const flown = speed > 0 ? [way, { ...way, to: place(0), height: 100 }] : [];
	const landing = speed > 0 ? place(-300) : place(60_000);
	return flownFile({
		date: `2025-07-${date}`,
		recorder: `ALXV${number}`,
		hops: [
			{ to: place(-400), height: 0 },
			{ to: place(-5000) },
			...flown,
			{ to: landing, height: 0, stay: 120 },
		],
		change: (line, elapsed) => (elapsed === missed ? null : line),
	});
}

/** News, documents and tasks to track, of which some have been replaced. */
async function publishContent({ names, ids, days, people }: People) {
	const as = { as: people.organiser };
	const made = { news: "", document: "" };
	for (const [index, title] of ["Vítejte", "Briefing v 9.30"].entries()) {
		const item = { title, body: `První odstavec: ${title}.\nDruhý odstavec.` };
		made.news = (await written<Id>(onDay(12 + index, "08:00:00").api("POST", "/api/news", item, as)))._id;
		names.set(made.news, `news ${index + 1}`);
	}
	for (const [index, [name, content]] of [
		["propozice.txt", "První verze"],
		["body.cup", "name,code"],
		["propozice.txt", "Druhá verze"],
	].entries()) {
		const form = documentForm(name ?? "", content ?? "", "text/plain");
		made.document = (
			await written<Id>(onDay(12 + index, "09:00:00").api("POST", "/api/documents", form, as))
		)._id;
		names.set(made.document, `document ${name}`);
	}
	for (const [date, classId] of [
		[16, ids.club],
		[17, ids.club],
		[17, ids.kombi],
	] as const) {
		const day = days.find((one) => one.date === `2025-07-${date}`)?.id;
		const taskUrl = `https://tasks.example.com/${date}-${names.get(classId)}.cup`;
		const path = `/api/tracking/${day}/${classId}`;
		const { _id } = await written<Id>(onDay(date, "08:00:00").api("POST", path, { taskUrl }, as));
		names.set(_id, `tracking of ${names.get(classId)} on ${date} July`);
	}
	return made;
}

/** What somebody gets by mail, on a telephone, or has kept too long. */
async function makeSecrets({ people, pilots }: People) {
	const app = createApp({ clock: now });
	await written(app.api("POST", "/api/auth/reset-password", { email: pilots.R8.email }));
	const browser = createBrowser();
	const page = "/second-factor";
	await sendPassword(browser, app, people.careful);
	const { codeAt } = createAuthenticator(await secretOn(await browser.get(app, page)));
	await written(browser.post(app, page, { code: await codeAt(now) }));
	const times = [later(90, now), later(180, now)];
	return {
		resetToken: await resetTokenTo(pilots.R8.email),
		secondFactor: {
			email: people.careful.email,
			codes: await Promise.all(times.map(async (clock) => ({ clock, code: await codeAt(clock) }))),
		},
		badTokens: {
			expired: await onDay(16, "15:00:00").token(pilots.A1),
			ofNobody: await app.token({ id: "nobody" }),
		},
	};
}

/** The year before: an entry, and results of a day. */
async function playSeasonBefore({ names, reference2024, people }: People) {
	const app = createApp({ host: "2024.localhost", clock: "2024-07-20T18:00:00Z" });
	const [day] = reference2024.competitionDays;
	const [club] = reference2024.competitionClasses;
	const account = { name: "Jana", surname: "Loňská", email: "lonska@example.com" };
	const pilot = await createUser(account, 2024);
	const entry = await createRegistration(
		{ number: 1, userId: pilot.id, startNumber: "Z9", registrationNumber: "OK-4799", accepted: true },
		2024,
	);
	names.set(pilot.id, "account of Loňská in 2024");
	names.set(entry.id, "entry of Loňská in 2024");
	const as = { as: people.foreign };
	await written(app.api("PUT", `/api/days/${day?.id}`, { task: "TASK" }, as));
	const fields = {
		intent: "import",
		competitionClass: club?.id ?? "",
		day: day?.id ?? "",
		status: "official",
		replaces: "none",
		text: "#,cn,name,points\n1,Z9,Jana Loňská,1000",
	};
	await written(app.post("/admin/scoring", multipart(fields), as));
	await written(app.api("POST", "/api/news", { title: "Loni", body: "Konec." }, as));
	return { before: { dayId: day?.id ?? "", classId: club?.id ?? "", registrationId: entry.id } };
}
