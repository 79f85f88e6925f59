import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendQueuedMail } from "~/lib/notifications/send-queued-mail.server";
import { outbox, tasks } from "~db/schema";
import type { RecordedMessage } from "~test/fakes/resend";
import { resendKey } from "~test/fakes/resend-key";
import { createApp } from "~test/support/app";
import { scannedPicture } from "~test/support/camera";
import { contextOf } from "~test/support/context";
import { drawPictures } from "~test/support/drawing";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { attributeIn, elementsIn } from "~test/support/html";
import { readPng } from "~test/support/png";
import { fakeServices } from "~test/support/services";
import { statedTask } from "~test/support/stated-task";

drawPictures();

const { resend: origin } = fakeServices();
const env = { RESEND_API_KEY: resendKey, RESEND_BASE_URL: origin };
const app = createApp({ clock: "2025-07-14T08:00:00Z", env });
const db = databaseOf();
const addresses = { cs: "jana.mala@example.com", en: "joan.small@example.com" };
const reserveAddress = "jan.nahradnik@example.com";

const { competitionDays, competitionClasses } = await seedReference();
const competitionClassId = competitionClasses.find(({ type }) => type === "club")?.id ?? "";
const path = `/api/tasks/${competitionDays.find(({ date }) => date === "2025-07-14")?.id}/${competitionClassId}`;
const admin = await createAdmin();
for (const language of ["cs", "en"] as const) {
	const user = await createUser({ email: addresses[language], language });
	await createRegistration({ userId: user.id, accepted: true, competitionClassId });
}
const reserve = await createUser({ email: reserveAddress });
await createRegistration({ userId: reserve.id, accepted: true, isReserve: true, competitionClassId });

/** Publishes a version through the API. @returns its id */
async function publish(task: object): Promise<string> {
	const { _id } = await (await app.api("PUT", path, task, { as: admin })).json<{ _id: string }>();
	expect((await app.api("PATCH", `/api/tasks/${_id}`, { published: true }, { as: admin })).status).toBe(200);
	return _id;
}

const sendMailAt = (time: string) =>
	sendQueuedMail(contextOf({ env: { ...env, MODE: "production" }, now: new Date(time) }));

/** The last mail that arrived at an address. */
async function mailTo(address: string): Promise<RecordedMessage> {
	const answer = await fetch(`${origin}/__control/messages?to=${encodeURIComponent(address)}`);
	const message = (await answer.json<RecordedMessage[]>()).at(-1);
	if (!message) throw new Error(`no mail to ${address}`);
	return message;
}

/** The bytes of a picture that the mail shows; of its HTML only what stands in the mail itself is shown everywhere. */
function pictureIn({ html, attachments }: RecordedMessage, alt: string): Uint8Array {
	const [image] = elementsIn(html ?? "", "img").filter((one) => one.getAttribute("alt")?.startsWith(alt));
	const [, id] = /^cid:(.+)$/.exec(image?.getAttribute("src") ?? "") ?? [];
	const file = attachments.find(({ contentId }) => contentId === id);
	expect(file).toMatchObject({ contentType: "image/png", filename: expect.stringMatching(/\.png$/) });
	return Buffer.from(file?.content ?? "", "base64");
}

test("the mail of a task shows its outline and its QR code in both languages, and names them in its plain text", async () => {
	const id = await publish(statedTask());
	const pictures: Uint8Array[][] = [];
	for (const [language, mapText, codeText] of [
		["cs", "Mapa úlohy. Rychlostní úloha", "QR: úloha do přístroje"],
		["en", "Map of the task. Racing task", "QR: task for your instrument"],
	] as const) {
		const mail = await mailTo(addresses[language]);
		expect(mail.text).toContain(mapText);
		expect(mail.text).toContain(`${codeText} (2025-07-14-club-a-qr.png)`);
		pictures.push([mapText, codeText].map((alt) => pictureIn(mail, alt)));
	}
	const [[map, code] = [], others] = pictures;
	expect(others).toEqual([map, code]);
	expect(map?.length).toBeLessThan(40_000);
	const coloured = readPng(map ?? Buffer.of()).pixels.filter((value) => value !== 255);
	expect(coloured.length).toBeGreaterThan(10_000);
	const file = await (await app.get(`/tasks/${id}.xctsk`)).text();
	expect(scannedPicture(code ?? Buffer.of())).toBe(`XCTSK:${file}`);
});

test("a reserve who does not fly that day gets none", async () => {
	expect(await db.select().from(outbox).where(eq(outbox.recipient, reserveAddress))).toEqual([]);
});

test("organisers see the pictures where they read the mail", async () => {
	const [row] = await db.select().from(outbox).where(eq(outbox.recipient, addresses.cs));
	const html = await (await app.get(`/admin/mail/${row?.id}`, { as: admin, language: "cs" })).text();
	expect(attributeIn(html, 'img[alt^="QR"]', "src")).toMatch(/^data:image\/png;base64,/);
	expect(elementsIn(html, 'img[alt^="Mapa úlohy"]')).toHaveLength(1);
});

test("a second version says what changed, its end is told, and a picture that cannot be made stops no mail", async () => {
	const id = await publish(statedTask({ kind: "AAT", taskTimeS: 9_000 }));
	await app.api("PATCH", `/api/tasks/${id}`, { cancelled: true }, { as: admin });
	await sendMailAt("2025-07-14T08:10:00Z");
	const end = await mailTo(addresses.en);
	expect(end.text).toContain("version B) is cancelled");
	expect(end.text).toMatch(/Competition day: Day\s3, .*\nClass: Club/);
	// Sent again, when the task can no longer be drawn.
	await fetch(`${origin}/__control/reset`, { method: "POST" });
	await db.update(tasks).set({ points: sql`'[null]'` }).where(eq(tasks.id, id));
	const mails = await db.select().from(outbox).where(eq(outbox.recipient, addresses.en));
	const again = mails.find(({ payload }) => JSON.stringify(payload).includes('"replaces":"A"'));
	await db
		.update(outbox)
		.set({ state: "queued" })
		.where(eq(outbox.id, again?.id ?? ""));
	await sendMailAt("2025-07-14T09:00:00Z");
	const mail = await mailTo(addresses.en);
	expect(mail.subject).toContain("changed, version B");
	expect(mail.text).toContain("Version B replaces version A");
	expect(mail.text).toContain("What has changed: kind of the task, task time");
	expect(mail.text).toContain(`/tasks/${id}.cup`);
	expect(mail.attachments).toEqual([]);
	expect(elementsIn(mail.html ?? "", "img")).toHaveLength(0);
});
