import * as build from "virtual:remix/server-build";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lastPositions, outlandings, registrations, safetyCards } from "~db/schema";
import { databaseOf, recordStatus, storePilotDay } from "~test/support/factories";
import { ask, askForData, createWorld, isRead, matrix, prepareWorlds } from "./ask";
import type { World } from "./row";

/* What the desk knows of a missing pilot is in nothing that others can read: no page, call, feed or file, nor the data of a page. */

const db = databaseOf();

/** Each stands in one field; places are written as digits and as degrees with minutes. */
const canaries = {
	phone: "777 019 283",
	reportPhone: "777 564 738",
	crewPhone: "777 920 184",
	colours: "kanárek s modrým břichem",
	place: "u kanárkova mlýna",
	note: "vrata kanárkova",
	source: "kanárek na rádiu",
	scratched: "kanárková rýma",
	remark: "kanárkovo kolečko",
	latitude: "49.65432",
	longitude: "15.33217",
	minutes: "39.259",
} as const;

/** A pilot of whom the desk knows all that it can know. */
async function hide({ registration, dayId, admin }: World): Promise<void> {
	const of = { dayId, registrationId: registration.id };
	const made = { createdAt: new Date(0), createdBy: admin.id };
	const place = { latitude: 49.65432, longitude: 15.33217 };
	await db
		.update(registrations)
		.set({ phone: `+420 ${canaries.phone}` })
		.where(eq(registrations.id, registration.id));
	await recordStatus(registration.id, dayId, "OUTLANDING");
	await db.insert(outlandings).values({
		id: crypto.randomUUID(),
		...of,
		...place,
		...made,
		updatedAt: new Date(0),
		sender: "pilot",
		standing: "confirmed",
		isHurt: false,
		crewOnWay: true,
		near: "Ledeč",
		phone: `+420 ${canaries.reportPhone}`,
		place: canaries.place,
		note: canaries.note,
	});
	await db.insert(lastPositions).values({
		id: crypto.randomUUID(),
		...of,
		...place,
		...made,
		seenAt: new Date(0),
		source: canaries.source,
	});
	await db.insert(safetyCards).values({
		registrationId: registration.id,
		updatedAt: new Date(0),
		colours: canaries.colours,
		crewPhone: `+420 ${canaries.crewPhone}`,
	});
	await storePilotDay({
		...of,
		isScratched: true,
		gridChangedAt: new Date(0),
		gridChangedBy: admin.id,
		scratchReason: canaries.scratched,
		remark: canaries.remark,
	});
}

/** Texts in which a canary may stand; a phone may have lost its spaces. */
const written = Object.values(canaries).flatMap((text) =>
	/^[\d ]+$/.test(text) ? [text, text.replaceAll(" ", ""), text.replaceAll(" ", "\u00a0")] : [text],
);

test("no answer to a visitor or to another competitor holds a phone, a safety card, a position or a reason", async () => {
	await prepareWorlds();
	const world = await createWorld();
	await hide(world);
	const found: string[] = [];
	let publicNear = 0;
	for (const row of matrix.filter(isRead)) {
		const isPage = build.routes[row.route]?.module.default !== undefined;
		for (const role of ["anonymous", "otherPilot"] as const) {
			// What a visitor's page is made of can be asked for as well; a signed-in reader's page holds it.
			const asksForData = isPage && role === "anonymous";
			const answers = [
				await ask(row, role, world),
				...(asksForData ? await askForData(row, role, world) : []),
			];
			for (const answer of answers) {
				const text = await answer.text();
				if (text.includes("Ledeč")) publicNear += 1;
				found.push(
					...written
						.filter((canary) => text.includes(canary))
						.map((canary) => `${role} ${row.what}: ${canary}`),
				);
			}
		}
	}
	expect(found).toEqual([]);
	// The report is read at all.
	expect(publicNear).toBeGreaterThan(0);
	const desk = matrix.find(({ route }) => route === "routes/outlandings");
	if (!desk) throw new Error("the matrix has no outlandings");
	const read = await (await ask(desk, "admin", world)).text();
	for (const name of ["phone", "reportPhone", "crewPhone", "colours", "place", "note", "minutes"] as const)
		expect(read, name).toContain(canaries[name]);
});
