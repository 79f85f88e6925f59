import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signSession } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import { editions } from "~editions/index";

/*
 * The whole Worker on a database on disk, killed in the middle of its work again and again: what it has acknowledged
 * is there afterwards, and nothing stands there by halves.
 */

const kills = 25;
const atOnce = 8;
const year = 2025;
const adminId = "the-admin";
const bindings = {
	MODE: "local",
	PUBLIC_DOMAIN: "glidercup.example",
	MAIL_FROM: "Glider Cup <noreply@glidercup.example>",
	TOKEN_SECRET: "a secret for the tests alone, long enough",
};

const folder = mkdtempSync(join(tmpdir(), "glidercup-kill-"));
const migrations = readFileSync("db/migrations/0000_initial.sql", "utf8").split("--> statement-breakpoint");
let token = "";

function start(): Miniflare {
	return new Miniflare({
		modules: [
			{ type: "ESModule", path: "index.js", contents: readFileSync("build/server/index.js", "utf8") },
		],
		compatibilityDate: "2026-04-01",
		compatibilityFlags: ["nodejs_compat"],
		d1Databases: Object.fromEntries(
			editions.map((edition) => [`DB_${edition.year}`, `kill-${edition.year}`]),
		),
		r2Buckets: ["FILES"],
		d1Persist: join(folder, "d1"),
		r2Persist: join(folder, "r2"),
		bindings,
	});
}

/** Ids of the workerd processes that this process has started. */
function workerdProcesses(): number[] {
	const lines = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
	return lines
		.split("\n")
		.flatMap((line) => (line.includes("workerd") ? [Number(line.trim().split(/\s+/)[0])] : []));
}

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
				for (const id of workerdProcesses()) process.kill(id, "SIGKILL");
			}
		}
	}
	await Promise.all(Array.from({ length: atOnce }, writer));
	return acknowledged;
}

beforeAll(async () => {
	const miniflare = start();
	const database = await miniflare.getD1Database(`DB_${year}`);
	await database.batch(migrations.map((statement) => database.prepare(statement)));
	const now = Date.now();
	const insertUser = database.prepare(
		"INSERT INTO users (id, email, name, surname, password_hash, admin, created_at, updated_at) VALUES (?, ?, 'Karel', 'Správce', 'none', ?, ?, ?)",
	);
	await database.batch([
		insertUser.bind(adminId, "admin@example.com", 1, now, now),
		insertUser.bind("a-reader", "reader@example.com", 0, now, now),
	]);
	await miniflare.dispose();
	const settings = readSettings(bindings as unknown as Env, year);
	token = await signSession({ id: adminId, tokenVersion: 1 }, year, settings, new Date());
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("25 kills under load lose nothing acknowledged and leave nothing half done", async () => {
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
