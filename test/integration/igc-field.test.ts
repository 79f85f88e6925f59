import { beforeEach, expect } from "vitest";
import { createApp } from "~test/support/app";
import { createRegistration, createUser } from "~test/support/factories";
import { elementsIn, sourceOf } from "~test/support/html";
import { deleteLogs, evening, upload, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";
import { type GeneratedFix, igcFile } from "../../scripts/demo/igc-generator";

/* What is wrong with a log is said where it is sent: in the answer of the API, and on its receipt. */

const app = createApp({ clock: evening });
const tuesday = dayOn("2025-07-15");
let pilot: { id: string };
let entry: string;

beforeEach(async () => {
	await deleteLogs();
	pilot = await createUser({});
	const fields = { userId: pilot.id, accepted: true, startNumber: "7K", registrationNumber: "OK-4321" };
	entry = (await createRegistration(fields)).id;
});

const faulty = (change: (fix: GeneratedFix, index: number) => GeneratedFix) =>
	igcFile({ fixes: 900, signed: true, change });

const cases = [
	[
		"zeroPositions",
		faulty((fix, index) => (index < 27 ? { ...fix, latitude: 0, longitude: 0 } : fix)),
		{ count: 27 },
		"27 fixes have the position 0°/0°.",
		"27 bodů má polohu 0°/0°.",
	],
	[
		"clockWrong",
		faulty((fix, index) => (index > 400 && index < 408 ? { ...fix, time: fix.time + 1_800 } : fix)),
		{ count: 7 },
		"The times of 7 fixes contradict",
		"Časy 7 bodů odporují",
	],
	["clockStands", faulty((fix) => ({ ...fix, time: 36_000 })), {}, "never move", "v záznamu stojí"],
	[
		"pressureSensor",
		faulty((fix, index) => (index > 200 ? { ...fix, pressureAltitude: 0 } : fix)),
		{},
		"The pressure altitude of the log is not credible",
		"Tlakové výšce v záznamu se nedá věřit",
	],
	[
		"wideAltitudes",
		new TextEncoder().encode(
			new TextDecoder().decode(igcFile({ fixes: 900 })).replace(/^(B.{24})(\d{5})(\d{5})/gm, "$10$20$3"),
		),
		{},
		"six characters instead of five",
		"šest znaků místo pěti",
	],
] as const;

test.each(cases)("%s is a warning of the API and of the receipt", async (reason, file, values, en, cs) => {
	const { status, json } = await upload(app, entry, tuesday, file);
	expect([status, json.warnings]).toEqual([201, [{ reason, values }]]);
	await deleteLogs();
	const sent = await app.post("/igc", uploadBody(entry, tuesday, file), { as: pilot });
	for (const [language, text] of [
		["en", en],
		["cs", cs],
	] as const) {
		const html = await sourceOf(await app.get(sent.headers.get("Location") ?? "", { language }));
		expect(elementsIn(html.replaceAll("\u00a0", " "), ".verdict li")[0]?.textContent).toContain(text);
	}
});
