import * as build from "virtual:remix/server-build";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
	auditLog,
	invitations,
	lastPositions,
	outbox,
	outlandings,
	registrations,
	safetyCards,
	users,
} from "~db/schema";
import { createRegistration, databaseOf, recordStatus, storePilotDay } from "~test/support/factories";
import { ask, askForData, createWorld, isRead, matrix, prepareWorlds } from "./ask";
import type { MatrixRow } from "./matrix";
import { type Role, staff, type World } from "./row";

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

/** What those of some roles read: pages, calls, feeds and files; of pages also what they are made of, in one request and by each loader. */
async function textsFor(asking: readonly Role[], world: World) {
	const texts: { readonly role: Role; readonly row: MatrixRow; readonly text: string }[] = [];
	for (const row of matrix.filter(isRead)) {
		const isPage = build.routes[row.route]?.module.default !== undefined;
		for (const role of asking) {
			// A page of a signed-in pilot holds what it is made of.
			const asksForData = isPage && role !== "otherPilot";
			const answers = [
				await ask(row, role, world),
				...(asksForData ? await askForData(row, role, world) : []),
			];
			for (const answer of answers) texts.push({ role, row, text: await answer.text() });
		}
	}
	return texts;
}

test("no answer to a visitor or to another competitor holds a phone, a safety card, a position or a reason", async () => {
	await prepareWorlds();
	const world = await createWorld();
	await hide(world);
	const found: string[] = [];
	let publicNear = 0;
	for (const { role, row, text } of await textsFor(["anonymous", "otherPilot"], world)) {
		if (text.includes("Ledeč")) publicNear += 1;
		found.push(
			...written.filter((canary) => text.includes(canary)).map((canary) => `${role} ${row.what}: ${canary}`),
		);
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

/** What organisers alone see, each in one field; the desk sees the rest as well. */
const ofOrganisers = {
	waiting: "Kanárková",
	withdrawal: "kanárek odletěl",
	birthDate: "1961-02-03",
	enteredNote: "klec pro kanárka",
	account: "kanarek.account@example.com",
	invited: "kanarek.invited@example.com",
	mail: "kanarek.mail@example.com",
	audited: "kanárek v záznamu",
} as const;

/** Somebody who waits for acceptance, an invitation, a mail and a row of the audit log. */
async function hideFromStaff({ registration, admin }: World): Promise<void> {
	const { waiting, withdrawal, birthDate, enteredNote, account, invited, mail, audited } = ofOrganisers;
	await db
		.update(registrations)
		.set({ birthDate, note: enteredNote, withdrawnReason: withdrawal })
		.where(eq(registrations.id, registration.id));
	const waits = await createRegistration({ accepted: false });
	await db.update(users).set({ surname: waiting, email: account }).where(eq(users.id, waits.userId));
	const at = new Date("2025-07-11T10:00:00Z");
	await db.insert(invitations).values({
		...{ id: crypto.randomUUID(), email: invited, role: "desk", createdBy: admin.id },
		...{ createdAt: at, expiresAt: new Date("2025-07-14T10:00:00Z") },
	});
	await db.insert(outbox).values({
		...{ id: crypto.randomUUID(), kind: "message", recipient: mail, userId: null, language: "cs" },
		...{ payload: { subject: mail, body: mail }, state: "failed", nextAttemptAt: at, createdAt: at },
	});
	await db.insert(auditLog).values({
		...{ id: crypto.randomUUID(), at, actorId: admin.id, action: "settings.change", subjectId: "texts" },
		...{ before: null, after: { title: audited }, requestId: "canary" },
	});
}

test("no answer to a role holds what it may not see: what is the desk's is the desk's, the rest is the organisers'", async () => {
	await prepareWorlds();
	const world = await createWorld();
	await hide(world);
	await hideFromStaff(world);
	const found: string[] = [];
	for (const { role, row, text } of await textsFor(staff, world)) {
		const hidden = [...Object.values(ofOrganisers), ...(role === "desk" ? [] : written)];
		found.push(
			...hidden.filter((canary) => text.includes(canary)).map((canary) => `${role} ${row.what}: ${canary}`),
		);
	}
	expect(found).toEqual([]);
	const seen = (await textsFor(["admin"], world)).map(({ text }) => text).join("\n");
	for (const [name, canary] of Object.entries(ofOrganisers)) expect(seen, name).toContain(canary);
});
