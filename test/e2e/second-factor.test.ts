import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { hashPassword } from "../../app/lib/accounts/password/password.server";
import { databaseOf } from "../../scripts/database/database-of";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { inProject } from "../../scripts/lib/paths.mjs";
import { type DevServer, startDevServer } from "../../scripts/local/dev-server";
import { openLocalState } from "../../scripts/local/local-state";
import { freePortFrom } from "../../scripts/local/ports";
import { createAuthenticator } from "../support/authenticator";
import { expectAccessible } from "./axe";
import { sentAgain } from "./requests";
import { text } from "./texts";

/* The build in production mode, with a database of its own: local mode asks organisers for no second factor. */

let folder = "";
const email = "organiser@example.com";
const keeper = "keeper@example.com";
const password = "Vlečná 4 po větru";
let server: DevServer;
let origin = "";

test.beforeAll(async ({ browserName: _ }, { parallelIndex }) => {
	folder = mkdtempSync(join(tmpdir(), "second-factor-"));
	const place = { state: join(folder, "state"), secrets: join(folder, "secrets.env") };
	writeFileSync(place.secrets, `TOKEN_SECRET=${"t".repeat(32)}\nFACTOR_SECRET=${"f".repeat(32)}\n`);
	const { env, close } = await openLocalState(place);
	const database = databaseOf(env, newestEdition().year);
	await applyMigrations(database, readMigrations(inProject("db/migrations")));
	const insert = database.prepare(
		"INSERT INTO users (id, email, name, surname, password_hash, admin, verified_at, created_at, updated_at) VALUES (?1, ?1, 'Karel', 'Správce', ?2, 1, 0, 0, 0)",
	);
	const hash = await hashPassword(password);
	await database.batch([email, keeper].map((address) => insert.bind(address, hash)));
	await close();
	const port = await freePortFrom(Number(process.env.JOURNEYS_PORT ?? 8797) + 10 + parallelIndex);
	server = await startDevServer(place, port, { log: () => {} });
	origin = `http://localhost:${port}`;
});

test.afterAll(async () => {
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

async function sendPassword(page: Page, email: string): Promise<void> {
	await page.goto(`${origin}/login?redirectTo=/admin`);
	await page.getByLabel("E-mail").fill(email);
	await page.getByLabel("Heslo").fill(password);
	await page.getByRole("main").getByRole("button", { name: "Přihlásit se" }).click();
}

/** A person with only a password is nobody: neither a page nor the API gives an organiser's right. */
async function expectNothing(page: Page): Promise<void> {
	for (const path of ["/admin", "/users", "/starting-list/export", "/user-profile"]) {
		const response = await page.request.get(`${origin}${path}`, sentAgain);
		expect([401, 404], path).toContain(response.status());
	}
	const login = await page.request.post(`${origin}/api/auth`, { data: { email, password }, ...sentAgain });
	const { token = "none" }: { token?: string } = await login.json();
	const headers = { Authorization: `Bearer ${token}` };
	const users = await page.request.get(`${origin}/api/users`, { headers, ...sentAgain });
	expect([401, 403]).toContain(users.status());
}

test("a password alone gets nothing: an organiser sets up an app first, and then needs its code", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	const lookAt = async () => {
		if (javaScriptEnabled) await expectAccessible(page);
	};
	await sendPassword(page, email);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("secondFactor.title"));
	await lookAt();
	await expectNothing(page);

	const authenticator = createAuthenticator((await page.locator("main code").textContent()) ?? "");
	await page.getByLabel("Kód z aplikace").fill(await authenticator.codeAt(new Date()));
	await page.getByRole("button", { name: "Zapnout" }).click();
	await expect(page.locator("main li code")).toHaveCount(10);
	await lookAt();
	const recoveryCode = (await page.locator("main li code").first().textContent()) ?? "";
	await page.getByRole("link", { name: "Kódy mám uložené" }).click();
	await expect(page).toHaveURL(`${origin}/admin`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("admin.title"));

	const context = await browser.newContext({ javaScriptEnabled });
	const elsewhere = await context.newPage();
	await sendPassword(elsewhere, email);
	await expect(elsewhere).toHaveURL(/\/login\/code\?/);
	await expectNothing(elsewhere);
	await elsewhere.getByRole("link", { name: "Nemáte u sebe telefon?" }).click();
	await elsewhere.getByLabel("Záložní kód").fill(recoveryCode.toLowerCase());
	await elsewhere.getByRole("main").getByRole("button", { name: "Přihlásit se" }).click();
	await expect(elsewhere).toHaveURL(`${origin}/admin`);
	await context.close();
});

test("a passkey takes the place of the code, and is removed again", { tag: "@scripts" }, async ({ page }) => {
	const browser = await page.context().newCDPSession(page);
	await browser.send("WebAuthn.enable");
	const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
		},
	});
	await sendPassword(page, keeper);
	const authenticator = createAuthenticator((await page.locator("main code").textContent()) ?? "");
	await page.getByLabel("Kód z aplikace").fill(await authenticator.codeAt(new Date()));
	await page.getByRole("button", { name: "Zapnout" }).click();
	await page.getByRole("link", { name: "Kódy mám uložené" }).click();

	await page.goto(`${origin}/user-profile`);
	await page.getByRole("link", { name: "Přístupové klíče" }).click();
	await page.getByLabel("Název").fill("Notebook v kanceláři");
	await page.getByRole("button", { name: "Přidat přístupový klíč" }).click();
	await expect(page.getByRole("listitem").filter({ hasText: "Notebook v kanceláři" })).toBeVisible();
	await expectAccessible(page);

	await page.context().clearCookies();
	await sendPassword(page, keeper);
	const usePasskey = () => page.getByRole("button", { name: "Použít přístupový klíč" }).click();
	// A person who holds the device and cannot unlock it is nobody.
	await browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
	await usePasskey();
	await expect(page.getByText(text("passkey.notUsed"))).toBeVisible();
	await expectNothing(page);
	await browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
	await usePasskey();
	await expect(page).toHaveURL(`${origin}/admin`);

	await page.goto(`${origin}/second-factor/passkeys`);
	await expect(page.getByRole("listitem").filter({ hasText: "naposledy použit" })).toBeVisible();
	const { credentials } = await browser.send("WebAuthn.getCredentials", { authenticatorId });
	expect(credentials).toMatchObject([{ rpId: "localhost" }]);

	// A copy of the key, whose count stays behind, is found.
	const [original] = credentials;
	if (original) {
		await browser.send("WebAuthn.clearCredentials", { authenticatorId });
		await browser.send("WebAuthn.addCredential", {
			authenticatorId,
			credential: { ...original, signCount: 0 },
		});
	}
	await page.context().clearCookies();
	await sendPassword(page, keeper);
	await usePasskey();
	await expect(page.getByText(text("server.passkey-wrong"))).toBeVisible();
	await expectNothing(page);
	await page.getByLabel("Kód z aplikace").fill(await authenticator.codeAt(new Date(Date.now() + 30_000)));
	await page.getByRole("main").getByRole("button", { name: "Přihlásit se" }).click();
	await expect(page).toHaveURL(`${origin}/admin`);

	await page.goto(`${origin}/second-factor/passkeys`);
	await page.getByRole("button", { name: "Odebrat přístupový klíč" }).click();
	await expect(page.getByText("Zatím nemáte žádný přístupový klíč.")).toBeVisible();
});
