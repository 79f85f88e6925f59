import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import { newestEdition } from "~editions/index";
import { testBindings } from "~test/support/bindings";
import { killBuiltWorkers, migratedDatabase, startBuiltWorker } from "~test/support/built-worker";
import { scaled } from "~test/support/scale";

/*
 * The whole Worker on a database on disk, killed in the middle of its work again and again: what it has acknowledged
 * is there afterwards, and nothing stands there by halves.
 */

const kills = scaled(25);
const atOnce = 8;
/** What answers without a host name of an edition. */
const { year } = newestEdition();
const adminId = "the-admin";

const folder = mkdtempSync(join(tmpdir(), "glidercup-kill-"));
let token = "";

const start = () => startBuiltWorker(folder);

/** Adds news items, several at a time, until workerd is gone. @returns ids of those that were acknowledged */
async function addNewsUntilKilled(url: URL, round: number): Promise<string[]> {
	const acknowledged: string[] = [];
	let killed = false;
	let counter = 0;
	async function writer() {
		while (!killed) {
			counter += 1;
			try {
				const response = await fetch(new URL("/api/news", url), {
					method: "POST",
					headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
					body: JSON.stringify({ title: `Kolo ${round}, zpráva ${counter}`, body: "Text", email: true }),
				});
				if (response.status !== 201) throw new Error(`answered ${response.status}`);
				acknowledged.push(((await response.json()) as { _id: string })._id);
			} catch (error) {
				if (!killed) throw error;
			}
			// Killed at another moment of the work in every round.
			if (acknowledged.length >= 5 + (round % 7) && !killed) {
				killed = true;
				killBuiltWorkers();
			}
		}
	}
	await Promise.all(Array.from({ length: atOnce }, writer));
	return acknowledged;
}

beforeAll(async () => {
	const miniflare = start();
	const database = await migratedDatabase(miniflare, year);
	const now = Date.now();
	const insertUser = database.prepare(
		"INSERT INTO users (id, email, name, surname, password_hash, admin, created_at, updated_at, verified_at) VALUES (?1, ?2, 'Karel', 'Správce', 'none', ?3, ?4, ?4, ?4)",
	);
	await database.batch([
		insertUser.bind(adminId, "admin@example.com", 1, now),
		insertUser.bind("a-reader", "reader@example.com", 0, now),
	]);
	await miniflare.dispose();
	const settings = readSettings(testBindings as unknown as Env, year);
	token = await signToken(
		"session",
		{ id: adminId, tokenVersion: 1 },
		{ edition: { year }, settings, now: new Date() },
	);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("kills under load lose nothing acknowledged and leave nothing half done", async () => {
	const acknowledged: string[] = [];
	for (let round = 0; round < kills; round += 1) {
		const miniflare = start();
		acknowledged.push(...(await addNewsUntilKilled(await miniflare.ready, round)));
		await miniflare.dispose().catch(() => undefined);
	}
	const miniflare = start();
	const database = await miniflare.getD1Database(`DB_${year}`);
	const idsOf = async (query: string) =>
		(await database.prepare(query).all<{ id: string }>()).results.map(({ id }) => id).sort();
	const news = await idsOf("SELECT id FROM news");
	const audited = await idsOf("SELECT subject_id AS id FROM audit_log WHERE action = 'news.add'");
	const version = await database
		.prepare("SELECT content_version FROM edition_state")
		.first<number>("content_version");
	const mails = await database
		.prepare("SELECT count(*) AS n FROM outbox WHERE kind = 'news'")
		.first<number>("n");
	const guards = await database.prepare("SELECT count(*) AS n FROM commit_guard").first<number>("n");
	await miniflare.dispose();

	expect(acknowledged.length).toBeGreaterThan(kills * 5);
	expect(acknowledged.filter((id) => !news.includes(id))).toEqual([]);
	expect(audited).toEqual(news);
	expect(version).toBe(1 + news.length);
	expect(mails).toBe(2 * news.length);
	expect(guards).toBe(0);
	console.log(
		`${kills} kills, ${acknowledged.length} acknowledged, ${news.length} written, 0 lost, 0 half done`,
	);
}, 300_000);
