import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Language } from "~/lib/i18n/language";
import { dayScores, flightResults, scoreDecisions, tasks } from "~db/schema";
import { databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, plain, sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { scoredTask } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/* A penalty that a scorer gives by a press says in each reader's language what it is for. Adamová starts 98 m, Evová 21 m too high. */

const db = databaseOf();
const pair = scoredPair();
const { scored, read } = pair;

const words = {
	cs: { adam: "odlet o 98 m výš, než je dovoleno", eva: "odlet o 21 m výš, než je dovoleno" },
	en: { adam: "start 98 m too high", eva: "start 21 m too high" },
} as const;
const languages = ["cs", "en"] as const;
const other = { cs: "en", en: "cs" } as const;

const desk = () => `/admin/scoring/${scored.day.date}/club`;
const textOf = async (path: string, language: Language) =>
	plain(await sourceOf(await scored.app.get(path, { as: pair.admin, language })));

/** Every page and file that shows the penalties of the day. */
const faces = () => [
	desk(),
	`/results?view=daily&class=${scored.club}&day=${scored.day.id}`,
	"/results/sheet/2025-07-15/club",
	"/results/sheet/total/club",
	"/results/export/2025-07-15/club.csv",
	"/results/export/total/club.csv",
	`/scores/${scored.day.id}/${pair.adam.id}`,
];

const evaluate = async (startAltitudeM: number, at: string) => {
	await db.update(tasks).set({ rules: { ...scoredTask.rules, startAltitudeM } });
	await db.delete(flightResults);
	await runScheduleAt(at);
};

/** Presses a button about the finding of an entry. */
async function press({ id }: { readonly id: string }, intent: "give" | "waive", language: Language) {
	const page = await sourceOf(await scored.app.get(desk(), { as: pair.admin, language }));
	const row = elementsIn(page, "tbody tr").find((one) => one.id === id);
	const [form] = elementsIn(row ?? "", 'form:has([name="finding"])');
	return scored.app.post(desk(), { ...hiddenIn(form ?? ""), intent }, { as: pair.admin, language });
}

const penaltiesOf = async ({ id }: { readonly id: string }) =>
	(await db.select().from(scoreDecisions).where(eq(scoreDecisions.registrationId, id)))[0]?.penalties ?? [];

const textsOfApi = async () =>
	(await read(pair.admin)).rows.flatMap(({ penalties }) =>
		(penalties as readonly { readonly text: string }[]).map(({ text }) => plain(text)),
	);

beforeEach(() => evaluate(1450, "2025-07-15T18:01:00Z"));

test.each(languages)("a penalty given in %s has its words in the language of every reader", async (given) => {
	await press(pair.adam, "give", given);
	for (const language of languages)
		for (const path of faces()) {
			const text = await textOf(path, language);
			expect(text.includes(words[language].adam), `${path} ${language}`).toBe(true);
			expect(visible(text).includes(words[other[language]].adam), `${path} ${language}`).toBe(false);
		}
	expect(await textsOfApi()).toEqual([words[given].adam]);
});

test("a penalty that was waived says why in the language of every reader", async () => {
	await press(pair.eva, "waive", "cs");
	for (const language of languages) {
		const text = visible(await textOf(desk(), language));
		expect(text).toContain(`${language === "cs" ? "bez penalizace" : "no penalty"}: ${words[language].eva}`);
		expect(text).not.toContain(words[other[language]].eva);
	}
});

test("a penalty whose text somebody typed is shown as it was typed", async () => {
	await press(pair.adam, "give", "cs");
	const [one] = await penaltiesOf(pair.adam);
	const typed = { points: 98, text: "Odlet moc vysoko, viz briefing", finding: one?.finding ?? "" };
	await db.update(scoreDecisions).set({ penalties: [typed] });
	await runScheduleAt("2025-07-15T18:02:00Z");
	for (const path of faces())
		for (const language of languages) expect(await textOf(path, language)).toContain(typed.text);
});

test("a penalty keeps its text when the flight has its finding no longer", async () => {
	await press(pair.adam, "give", "cs");
	await evaluate(1440, "2025-07-15T18:02:00Z");
	for (const path of faces()) expect(await textOf(path, "en")).toContain(words.cs.adam);
});

test.each([
	["no key", () => ({})],
	["a key of an earlier form", (key: string) => ({ finding: key.replace(/=\d+$/, "98") })],
] as const)("a penalty with %s keeps its text", async (_, keyOf) => {
	await press(pair.adam, "give", "cs");
	const [one] = await penaltiesOf(pair.adam);
	const penalties = [{ points: 98, text: one?.text ?? "", ...keyOf(one?.finding ?? "") }];
	await db.update(scoreDecisions).set({ penalties });
	await runScheduleAt("2025-07-15T18:02:00Z");
	expect((await db.select().from(dayScores))[0]?.sheet.rows[0]?.penalties).toEqual(penalties);
	for (const path of faces()) expect(await textOf(path, "en")).toContain(words.cs.adam);
});

/** A page without the data of its scripts and the values of its forms, which are the stored text. */
function visible(html: string): string {
	return html.replaceAll(/<script[^>]*>.*?<\/script>| value="[^"]*"/gs, "");
}
