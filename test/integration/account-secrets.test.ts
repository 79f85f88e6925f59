import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { auditLog, outbox, passwordResets, throttles, users } from "~db/schema";
import { bearer, keepSignupOpen, resetTokenTo, type SessionJson } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";

keepSignupOpen();

afterEach(() => {
	vi.restoreAllMocks();
});

/** Everything the Worker writes to its log from now on. */
function listen(): () => string {
	const lines: unknown[][] = [];
	for (const level of ["log", "error", "warn", "info", "debug"] as const) {
		vi.spyOn(console, level).mockImplementation((...values) => {
			lines.push(values);
		});
	}
	return () => lines.map((values) => values.map(String).join(" ")).join("\n");
}

const canaries = {
	email: `kanarek.${crypto.randomUUID()}@example.com`,
	password: `kanárek ${crypto.randomUUID()}`,
	newPassword: `stehlík ${crypto.randomUUID()}`,
	resetPassword: `čížek ${crypto.randomUUID()}`,
	wrong: `vrabec ${crypto.randomUUID()}`,
	ip: "2001:db8:ca:4a:21::1",
};

test("no password, token, cookie or address of a whole life of an account gets into the log", async () => {
	const log = listen();
	const app = createApp();
	const headers = { "CF-Connecting-IP": canaries.ip };
	const { email, password, newPassword, resetPassword, wrong } = canaries;
	const person = { name: "Karel", surname: "Kanárek", email };

	const signup = await app.api("POST", "/api/users", { ...person, password }, { headers });
	const first = await signup.json<SessionJson>();
	await app.api("POST", "/api/auth", { email, password: wrong }, { headers });
	await app.post("/login", { email, password: wrong }, { headers });
	await app.post("/login", { email, password }, { headers });
	await app.get("/user-profile", { headers: { ...headers, Cookie: `token=${first.token}` } });
	const change = { oldPassword: password, newPassword };
	await app.api("POST", "/api/auth/change-password", change, bearer(first.token));
	await app.api("POST", "/api/auth/reset-password", { email }, { headers });
	const token = await resetTokenTo(email);
	await app.get(`/password-reset?token=${token}`, { headers });
	await app.post(
		`/password-reset?token=${token}`,
		{ token, password: resetPassword, passwordAgain: resetPassword },
		{ headers },
	);
	await app.api("POST", "/api/auth/reset-password/reset", { token, password: resetPassword }, { headers });
	await app.get("/logout", { headers: { Cookie: `token=${first.token}` } });
	await app.fetch(
		new Request(app.url("/api/auth"), {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: `{"password": "${wrong}", `,
		}),
	);

	const lines = log();
	expect(lines).toContain('"event":"request"');
	for (const secret of [...Object.values(canaries), token, first.token]) {
		expect(lines).not.toContain(secret);
		expect(lines).not.toContain(encodeURIComponent(secret));
	}
	expect(lines).not.toContain("$scrypt$");

	const db = databaseOf();
	const stored = JSON.stringify([
		await db.select().from(users),
		await db.select().from(auditLog),
		await db.select().from(outbox),
		await db.select().from(passwordResets),
		await db.select().from(throttles),
	]);
	for (const secret of [password, newPassword, resetPassword, wrong, token, first.token, canaries.ip]) {
		expect(stored).not.toContain(secret);
	}
});

/** A database on which looking somebody up by address fails, with all that the driver has to say about it. */
function withoutLookUp(binding: D1Database | undefined): D1Database {
	if (!binding) throw new Error("no database is bound");
	const session = new Proxy(binding.withSession("first-primary"), {
		get(target, name) {
			if (name === "prepare") {
				return (query: string) => {
					const lookUp = query.includes('"users"."email" = ?');
					return target.prepare(lookUp ? query.replace(" where ", " where no_such_column and ") : query);
				};
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	return { withSession: () => session } as unknown as D1Database;
}

test("a failing database does not bring a password or an address into the log", async () => {
	const log = listen();
	const app = createApp({ env: { DB_2025: withoutLookUp(env.DB_2025) } });
	const { email, password } = canaries;
	const person = { name: "Karel", surname: "Kanárek", email, password };
	const answers = [
		await app.api("POST", "/api/users", person),
		await app.api("POST", "/api/auth", { email, password }),
		await app.post("/signup", person),
		await app.post("/login", { email, password }),
	];
	for (const answer of answers) {
		expect(answer.status).toBe(503);
		expect(await answer.text()).not.toContain(password);
	}
	const lines = log();
	expect(lines).toContain('"level":"error"');
	expect(lines).not.toContain(password);
	expect(lines).not.toContain(email);
});
