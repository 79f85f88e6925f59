import { describe, expect, test } from "vitest";
import { goodPassword, keepSignupOpen, newcomer, signedUp } from "~test/support/accounts";
import { type App, createApp } from "~test/support/app";
import { createUser } from "~test/support/factories";
import { testEdition } from "~test/support/test-edition";

keepSignupOpen();

/** Limits as in production: in local mode those by address are wider. */
const env = { MODE: "production" };
const production = () => createApp({ env, host: `${testEdition.year}.glidercup.example` });

let address = 0;

/** A client that nobody has counted yet. */
function client() {
	address += 1;
	return { headers: { "CF-Connecting-IP": `2001:db8:0:${address.toString(16)}::1` } };
}

type Client = ReturnType<typeof client>;
type Person = Awaited<ReturnType<typeof createUser>>;

const logIn = (on: App, email: string, password: string, from: Client = client()) =>
	on.api("POST", "/api/auth", { email, password }, from);

async function statuses(times: number, ask: () => Promise<Response>): Promise<number[]> {
	const found: number[] = [];
	for (let time = 0; time < times; time += 1) found.push((await ask()).status);
	return found;
}

describe("failed logins of an account", () => {
	test.each(["known", "unknown"])("wait longer and longer from the fifth on: %s account", async (kind) => {
		const email = kind === "known" ? (await createUser()).email : newcomer().email;
		let now = Date.parse("2025-05-01T10:00:00Z");
		const attempt = () =>
			logIn(createApp({ clock: new Date(now).toISOString() }), email, "Vlečná 5 po větru");
		expect(await statuses(5, attempt)).toEqual([400, 400, 400, 400, 400]);
		const waits: number[] = [];
		for (let failure = 5; failure < 16; failure += 1) {
			const refused = await attempt();
			expect(refused.status).toBe(429);
			const wait = Number(refused.headers.get("Retry-After"));
			waits.push(wait);
			now += wait * 1000 - 1;
			expect((await attempt()).status).toBe(429);
			// Past the delay and past the minute's count.
			now += Math.max(1, 60_000 - wait * 1000);
			expect((await attempt()).status).toBe(400);
		}
		expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
	});

	test("are forgotten after a right password", async () => {
		const on = createApp({ clock: "2025-05-02T10:00:00Z" });
		const person = await signedUp(on);
		for (let round = 0; round < 2; round += 1) {
			expect(await statuses(4, () => logIn(on, person.email, "Vlečná 5 po větru"))).toEqual([
				400, 400, 400, 400,
			]);
			expect((await logIn(on, person.email, goodPassword)).status).toBe(200);
		}
	});

	test("keep the right password waiting too, and say for how long", async () => {
		const on = createApp({ clock: "2025-05-03T10:00:00Z" });
		const person = await signedUp(on);
		await statuses(5, () => logIn(on, person.email, "Vlečná 5 po větru"));
		const refused = await logIn(on, person.email, goodPassword);
		expect(refused.status).toBe(429);
		expect(await refused.json()).toEqual({ msg: "Too many requests, try again later." });
		const fields = { email: person.email, password: goodPassword };
		const response = await on.post("/login", fields, { language: "cs" });
		expect(response.status).toBe(429);
		expect(response.headers.get("Retry-After")).toBe("2");
		const page = await response.text();
		expect(page).toContain("Příliš mnoho pokusů. Zkuste to znovu za 2\u00a0sekundy.");
		expect(page).toContain(`value="${person.email}"`);
	});

	test("at once are looked at ten times at most", async () => {
		const { email } = newcomer();
		const on = createApp({ clock: "2025-05-04T10:00:00Z" });
		const answers = await Promise.all(
			Array.from({ length: 14 }, () => logIn(on, email, "Vlečná 5 po větru")),
		);
		expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
		expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
	});
});

describe("one address", () => {
	test("may ask for 20 reset mails a minute, others go on", async () => {
		const from = client();
		const on = production();
		const ask = () => on.api("POST", "/api/auth/reset-password", { email: newcomer().email }, from);
		expect(await statuses(21, ask)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
		const other = await on.api("POST", "/api/auth/reset-password", { email: newcomer().email }, client());
		expect(other.status).toBe(200);
	});

	test("may sign up 20 times a minute", async () => {
		const from = client();
		const on = production();
		const taken = await createUser();
		const ask = () => on.api("POST", "/api/users", { ...newcomer(), email: taken.email }, from);
		expect(await statuses(21, ask)).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
	});

	test("may try 100 reset tokens a minute", async () => {
		const from = client();
		const on = production();
		const body = { token: "unknown", password: goodPassword };
		const ask = () => on.api("POST", "/api/auth/reset-password/reset", body, from);
		expect(await statuses(101, ask)).toEqual([...Array.from({ length: 100 }, () => 404), 429]);
	});

	test("is the one the platform tells, not one the client claims", async () => {
		const from = client();
		const on = production();
		let claimed = 0;
		const ask = () => {
			claimed += 1;
			const headers = { ...from.headers, "X-Forwarded-For": `198.51.100.${claimed}` };
			return on.api("POST", "/api/auth/reset-password", { email: newcomer().email }, { headers });
		};
		expect((await statuses(21, ask)).at(-1)).toBe(429);
	});
});

describe("trying addresses by changing one's own", () => {
	const change = (on: App, as: Person, email: string, from: Client) =>
		on.api("PUT", "/api/users", { name: "Jana", surname: "Nová", email }, { as, ...from });

	test("is limited for an account, wherever it comes from; its name still changes", async () => {
		const on = production();
		const [user, other] = [await createUser(), await createUser()];
		const ask = () => change(on, user, other.email, client());
		expect(await statuses(11, ask)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
		expect((await change(on, user, user.email, client())).status).toBe(200);
	});

	test("is limited for an address like signup, and counted with it; the page says how long to wait", async () => {
		const on = production();
		const from = client();
		const taken = await createUser();
		const signUp = () => on.api("POST", "/api/users", { ...newcomer(), email: taken.email }, from);
		expect(await statuses(20, signUp)).toEqual(Array.from({ length: 20 }, () => 400));
		const user = await createUser();
		expect((await change(on, user, taken.email, from)).status).toBe(429);
		const token = await on.token(user);
		const fields = { name: "Jana", surname: "Nová", email: taken.email, version: "1" };
		const headers = { ...from.headers, Cookie: `__Host-token=${token}` };
		const response = await on.post("/user-profile", fields, { language: "en", headers });
		expect(response.status).toBe(429);
		expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
		const page = await response.text();
		expect(page).toContain("Too many attempts.");
		expect(page).toContain(`value="${taken.email}"`);
	});
});

test("the addresses of one IPv6 network count as one", async () => {
	const on = production();
	const taken = await createUser();
	let host = 0;
	const signUpFrom = (network: string) => {
		host += 1;
		const headers = { "CF-Connecting-IP": `${network}:${host.toString(16)}:2:3:4` };
		return on.api("POST", "/api/users", { ...newcomer(), email: taken.email }, { headers });
	};
	const answers = await statuses(21, () => signUpFrom("2001:DB8:64:0"));
	expect(answers).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
	expect((await signUpFrom("2001:db8:64:1")).status).toBe(400);
});

test("nobody's mailbox is filled with reset mails, from any sender", async () => {
	const { email } = newcomer();
	const on = production();
	const ask = () => on.api("POST", "/api/auth/reset-password", { email }, client());
	expect(await statuses(11, ask)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test("wrong own passwords are counted together, whichever form asks, wait longer from the fifth on, and lock out no login", async () => {
	const on = createApp({ clock: "2025-05-05T10:00:00Z" });
	const { user } = await signedUp(on);
	const password = "Vlečná 5 po větru";
	const moved = { name: "Jana", surname: "Nová", email: newcomer().email, version: "1" };
	const guesses = [
		() => on.post("/change-password", { oldPassword: password, newPassword: goodPassword }, { as: user }),
		() => on.post("/user-profile/erase", { password }, { as: user }),
		() => on.post("/user-profile", { ...moved, password }, { as: user }),
	];
	const found: number[] = [];
	for (let guess = 0; guess < 6; guess += 1) found.push((await (await guesses[guess % 3]?.())?.status) ?? 0);
	expect(found).toEqual([400, 400, 400, 400, 400, 429]);
	expect((await logIn(on, user.email, goodPassword)).status).toBe(200);
	const later = createApp({ clock: "2025-05-05T10:00:03Z" });
	expect((await later.post("/user-profile/erase", { password: goodPassword }, { as: user })).status).toBe(
		303,
	);
});
