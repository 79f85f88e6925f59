import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { scoreClassDay } from "~/lib/scoring/score-class.server";
import { gliderTypes, registrations } from "~db/schema";
import { createApp } from "./app";
import { contextOf } from "./context";
import { entryForm } from "./entries";
import { createAdmin, databaseOf } from "./factories";
import { outAndReturn } from "./flown";
import { elementsIn, hiddenIn, plainSourceOf } from "./html";
import { insertTask } from "./insert-task";
import { setTask } from "./result-sheets";
import { home, scoredClass, short } from "./scored-class";
import { ids } from "./world";

/** What a class on a day has in the API. */
export interface ScoredDay {
	readonly state: string;
	readonly protestsUntil: string | null;
	readonly rows: readonly {
		readonly startNumber: string;
		readonly handicap: number;
		readonly points: number | null;
		readonly rank: number | null;
		readonly guest: boolean;
		readonly override: Readonly<Record<string, unknown>> | null;
	}[];
}

/** The morning on which changes are made: nobody has flown that day yet. */
export const morning = "2025-07-17T08:00:00Z";

/** As `home`, and faster. */
const fast = home.map((hop, place) => (place === 2 ? { ...hop, speed: 30 } : hop));

/**
 * A handicapped class in which three fly on each of some days, made anew before every test: Adamová (A1, LS 4) and Bartošová (B1, LS 4) come
 * home, Bartošová faster; Evová (E2, ASW 15) lands out.
 * @param missed the days on which Adamová stays at home
 */
export function flownDays(dates: readonly string[], missed: readonly string[] = []) {
	const db = databaseOf();
	const scored = scoredClass();
	const onMorning = createApp({ clock: morning });
	const flown = {
		scored,
		app: onMorning,
		admin: { id: "" },
		adam: { id: "" },
		dayId: (date: string) => scored.days.find((day) => day.date === date)?.id ?? "",
		glider: (name: string) => gliderOf(name),

		/** Sets the state of a day's results as the scorer does. */
		async setState(date: string, state: string, app = onMorning) {
			const path = `/api/scoring/${flown.dayId(date)}/${scored.club}`;
			const body = { state, reason: "Zkontrolováno" };
			const answer = await app.api("PATCH", path, body, { as: flown.admin });
			if (answer.status !== 200) throw new Error(`${state} on ${date}: ${await answer.text()}`);
		},

		async read(date: string, classId = scored.club): Promise<ScoredDay> {
			const path = `/api/scoring/${flown.dayId(date)}/${classId}`;
			return (await onMorning.api("GET", path, undefined, { as: flown.admin })).json();
		},

		/** The API's answers byte by byte, by date. */
		async bytes(): Promise<Readonly<Record<string, string>>> {
			const days = dates.map(async (date) => {
				const path = `/api/scoring/${flown.dayId(date)}/${scored.club}`;
				return [date, await (await onMorning.api("GET", path, undefined, { as: flown.admin })).text()];
			});
			return Object.fromEntries(await Promise.all(days));
		},

		/** What the organiser's form of Adamová's entry sends. */
		async form(changes: Readonly<Record<string, string>>): Promise<Record<string, string>> {
			const [entry] = await db.select().from(registrations).where(eq(registrations.id, flown.adam.id));
			if (!entry) throw new Error("no entry");
			const form = {
				...entryForm(ids),
				gliderType: entry.gliderTypeId,
				competitionClass: entry.competitionClassId,
				startNumber: entry.startNumber,
				registrationNumber: entry.registrationNumber,
				version: String(entry.version),
				intent: "update",
			};
			return { ...form, ...changes };
		},

		/** Presses the button of the form of Adamová's entry. */
		async amend(changes: Readonly<Record<string, string>>, app = onMorning): Promise<Response> {
			const form = await flown.form(changes);
			return app.post(`/registration/${flown.adam.id}`, form, { as: flown.admin, language: "en" });
		},

		/** Scores the days anew, as the schedule does. */
		async score() {
			const ctx = contextOf({ now: new Date(morning) });
			for (const date of dates) await scoreClassDay(ctx, { dayId: flown.dayId(date), classId: scored.club });
		},

		/** Sends a list of indices to the organisers' page. */
		sendList: (list: string, fields: Readonly<Record<string, string>>) =>
			flown.app.post("/admin/glider-types", formData({ list, ...fields }), {
				as: flown.admin,
				language: "en",
			}),
	};

	beforeEach(async () => {
		flown.admin = await createAdmin();
		await db.update(gliderTypes).set({ index: 105.2 }).where(eq(gliderTypes.name, "LS 4"));
		for (const date of dates) {
			await setTask(flown.dayId(date));
			const where = { dayId: flown.dayId(date), competitionClassId: scored.club };
			await insertTask(outAndReturn(), { ...where, id: `task-${date}`, number: 1 });
		}
		const pilot = async (surname: string, startNumber: string, glider: string) => {
			const entry = await scored.pilot(surname, startNumber);
			const values = { gliderTypeId: await gliderOf(glider), registrationNumber: `OK-${startNumber}` };
			await db.update(registrations).set(values).where(eq(registrations.id, entry.id));
			return entry;
		};
		flown.adam = await pilot("Adamová", "A1", "LS 4");
		const bara = await pilot("Bartošová", "B1", "LS 4");
		const eva = await pilot("Evová", "E2", "ASW 15");
		for (const date of dates) {
			scored.day = { id: flown.dayId(date), date };
			if (!missed.includes(date)) await scored.fly(flown.adam, { hops: home, date }, flown.app);
			await scored.fly(bara, { hops: fast, date }, flown.app);
			await scored.fly(eva, { hops: short, date }, flown.app);
		}
	});

	return flown;
}

async function gliderOf(name: string): Promise<string> {
	const [type] = await databaseOf().select().from(gliderTypes).where(eq(gliderTypes.name, name));
	if (!type) throw new Error(`no glider ${name}`);
	return type.id;
}

function formData(fields: Readonly<Record<string, string>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
}

/** What a page asks before points move: the confirmation that it sends, the days it names, and its words. */
export async function askedBy(response: Response) {
	const html = await plainSourceOf(response);
	const [asked] = elementsIn(html, '[aria-labelledby="moved"]');
	return {
		status: response.status,
		html,
		confirmed: asked ? (hiddenIn(asked).confirmed ?? "") : null,
		days: asked ? elementsIn(asked, "h2").map(({ textContent }) => textContent) : [],
		text: asked?.textContent ?? "",
	};
}
