import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { users } from "~db/schema";
import { cookiesOf, goodPassword, keepSignupOpen, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createUser, databaseOf } from "~test/support/factories";
import { elementsIn, textsIn, valueIn } from "~test/support/html";
import { test } from "~test/support/world";

keepSignupOpen();

const app = createApp();
const db = databaseOf();

describe("/user-profile", () => {
	test("shows guests a login that leads back", async () => {
		const response = await app.get("/user-profile");
		expect(response.status).toBe(401);
		expect(await response.text()).toContain('action="/login?redirectTo=%2Fuser-profile"');
	});

	test("saves, says so, and comes back", async ({ user }) => {
		const fields = { name: "Jana", surname: "Málková", email: user.email };
		const response = await app.post("/user-profile", fields, { as: user, language: "en" });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/user-profile");
		expect(cookiesOf(response).flash).toMatchObject({ kind: "success", key: "changeUserInfo.success" });
		const [row] = await db.select().from(users).where(eq(users.id, user.id));
		expect(row).toMatchObject({ surname: "Málková", language: "en" });
	});

	test("an older version of the profile overwrites nothing unseen; both are shown", async () => {
		const user = await createUser({ name: "Jana", surname: "Malá" });
		const form = await (await app.get("/user-profile", { as: user })).text();
		const version = valueIn(form, "version") ?? "";
		const fields = { name: "Jana", surname: "Velká", email: user.email, version };
		expect((await app.post("/user-profile", fields, { as: user })).status).toBe(303);
		expect((await app.post("/user-profile", fields, { as: user })).status).toBe(303);

		const other = { ...fields, surname: "Střední" };
		const response = await app.post("/user-profile", other, { as: user, language: "en" });
		expect(response.status).toBe(409);
		const page = await response.text();
		expect(page.match(/meantime/g)).toHaveLength(1);
		expect(page).toContain('value="Střední"');
		expect(textsIn(page, "td")).toContain("Velká");
		const [row] = await db.select().from(users).where(eq(users.id, user.id));
		expect(row?.surname).toBe("Velká");

		const seen = valueIn(page, "version") ?? "";
		expect((await app.post("/user-profile", { ...other, version: seen }, { as: user })).status).toBe(303);
		const without = { name: "Jana", surname: "Malá", email: user.email };
		expect((await app.api("PUT", "/api/users", without, { as: user })).status).toBe(200);
		expect((await app.post("/user-profile", { ...other, version: seen }, { as: user })).status).toBe(409);
	});

	test("gives an address that somebody else has back with the reason", async () => {
		const [{ user }, other] = await Promise.all([signedUp(app), createUser()]);
		const fields = { name: "Jana", surname: "Jiná", email: other.email, password: goodPassword };
		const response = await app.post("/user-profile", fields, { as: user, language: "en" });
		expect(response.status).toBe(400);
		const page = await response.text();
		expect(page).toContain("This email already exists");
		expect(page).toContain('value="Jiná"');
	});
});

describe("/change-password", () => {
	test("gives a new cookie, ends the old session and shows the form disabled", async () => {
		const person = await signedUp(app);
		const headers = { Cookie: `token=${person.token}` };
		const fields = { oldPassword: goodPassword, newPassword: "Kumulus nad Vysočinou" };
		const response = await app.post("/change-password", fields, { headers });
		expect(response.status).toBe(303);
		const { token, flash } = cookiesOf(response);
		expect(flash).toMatchObject({ kind: "success", key: "changePassword.success" });
		expect((await app.get("/change-password", { headers })).status).toBe(401);
		const location = response.headers.get("Location") ?? "";
		const page = await (await app.get(location, { headers: { Cookie: `token=${token}` } })).text();
		for (const name of ["oldPassword", "newPassword"]) {
			expect(elementsIn(page, `input[name="${name}"][disabled]`), name).toHaveLength(1);
		}
	});

	test("never sends a password back", async ({ user }) => {
		const fields = { oldPassword: "Vlečná 5 po větru", newPassword: "Kumulus nad Vysočinou" };
		const response = await app.post("/change-password", fields, { as: user, language: "en" });
		expect(response.status).toBe(400);
		const page = await response.text();
		expect(page).toContain("Invalid old password");
		expect(page).not.toMatch(/Vlečná 5|Kumulus nad/);
	});
});
