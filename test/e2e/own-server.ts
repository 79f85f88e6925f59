import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { editions } from "~editions/index";
import { hashPassword } from "../../app/lib/accounts/password/password.server";
import { databaseOf } from "../../scripts/database/database-of";
import { prepareAll } from "../../scripts/database/insert-rows";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { deployedBuild } from "../../scripts/lib/build";
import { inProject } from "../../scripts/lib/paths.mjs";
import { startDevServer } from "../../scripts/local/dev-server";
import { completeLocalSecrets } from "../../scripts/local/local-secrets";
import { openLocalState } from "../../scripts/local/local-state";
import { freePortFrom } from "../../scripts/local/ports";
import { referenceStatements } from "../../scripts/reference/reference-data";
import { demoPassword } from "./accounts";
import { untilHydrated } from "./hydration";
import { sentAgain } from "./requests";

/* A server with databases of its own, for journeys that set what every other journey would see. */

/** An account with the password of the demo and a verified address, which is also its id. */
export interface OwnAccount {
	readonly email: string;
	readonly name: string;
	readonly surname: string;
	readonly role?: "organiser" | "treasurer";
}

export interface OwnServer {
	readonly origin: string;
	/** Runs the schedule of the Worker once. */
	runSchedule(): Promise<void>;
	stop(): Promise<void>;
}

interface OwnServerOptions {
	/** Instant at which its clock begins. */
	readonly clock: string;
	/** Index of the worker that runs the journeys: each has ports of its own. */
	readonly parallelIndex: number;
	/** The accounts of each edition that has a database. */
	readonly accounts: Readonly<Record<number, readonly OwnAccount[]>>;
	/** Adds what else an edition has. */
	readonly fill?: (database: D1Database, year: number) => Promise<unknown>;
	/** More variables of the Worker. */
	readonly variables?: Readonly<Record<string, string>>;
	/** Makes another script of that of the built Worker. */
	readonly changeBuild?: (script: string) => string;
}

export async function startOwnServer(options: OwnServerOptions): Promise<OwnServer> {
	const { clock, parallelIndex, accounts, fill, variables = {}, changeBuild } = options;
	const folder = mkdtempSync(join(tmpdir(), "journeys-"));
	const place = { state: join(folder, "state"), secrets: join(folder, "secrets.env") };
	writeFileSync(place.secrets, completeLocalSecrets(""));
	const { env, close } = await openLocalState(place);
	const passwordHash = await hashPassword(demoPassword);
	for (const edition of editions) {
		const { year } = edition;
		const people = accounts[year];
		if (!people) continue;
		const database = databaseOf(env, year);
		await applyMigrations(database, readMigrations(inProject("db/migrations")));
		const statements = referenceStatements(edition, "corrected", new Date(clock));
		const add = database.prepare(
			"INSERT INTO users (id, email, name, surname, password_hash, role, verified_at, created_at, updated_at) VALUES (?1, ?1, ?2, ?3, ?4, ?5, 0, 0, 0)",
		);
		await database.batch([
			...prepareAll(database, statements),
			...people.map(({ email, name, surname, role }) =>
				add.bind(email, name, surname, passwordHash, role ?? null),
			),
		]);
		await fill?.(database, year);
	}
	await close();
	const port = await freePortFrom(Number(process.env.JOURNEYS_PORT ?? 8797) + 20 + 3 * parallelIndex);
	const build = changeBuild ? changedBuild(port, changeBuild) : deployedBuild;
	const server = await startDevServer(place, port, { log: () => {}, clock, variables, build });
	return {
		origin: `http://localhost:${port}`,
		runSchedule: server.runSchedule,
		async stop() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
			if (build !== deployedBuild) rmSync(inProject(build), { recursive: true, force: true });
		},
	};
}

/** A copy of the build with another script of its Worker. @returns its folder in the project */
function changedBuild(port: number, change: (script: string) => string): string {
	const build = `.cache/changed-build-${port}`;
	rmSync(inProject(build), { recursive: true, force: true });
	cpSync(inProject(`${deployedBuild}/server`), inProject(`${build}/server`), { recursive: true });
	symlinkSync(inProject(`${deployedBuild}/client`), inProject(`${build}/client`));
	const script = inProject(`${build}/server/index.js`);
	writeFileSync(script, change(readFileSync(script, "utf8")));
	return build;
}

/** Lets somebody be signed in at a server. */
export async function signInAt(origin: string, context: BrowserContext, email: string): Promise<void> {
	const data = { email, password: demoPassword };
	const response = await context.request.post(`${origin}/api/auth`, { data, ...sentAgain });
	expect(response.status()).toBe(200);
	const { token }: { token: string } = await response.json();
	await context.addCookies([{ name: "token", value: token, url: origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Waits for the scripts of the page, where it runs any. */
export async function untilReady(page: Page): Promise<void> {
	if (test.info().project.use.javaScriptEnabled !== false) await untilHydrated(page);
}
