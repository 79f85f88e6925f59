import { expect, test } from "@playwright/test";
import { newestEdition } from "~editions/index";
import { adminEmail, signIn } from "./accounts";
import { untilHydrated } from "./hydration";
import { text } from "./texts";

test("mistakes that the browser finds are told like those that the server finds @scripts", async ({
	page,
	context,
}) => {
	await signIn(context, "novice@example.com");
	await page.goto("/registration");
	await untilHydrated(page);
	const phone = page.locator("input[name=phone]");
	const summary = page.getByRole("alert").filter({ hasText: text("registration.submit.error") });
	await phone.fill("601");
	await phone.press("Tab");
	// From here on the rules have arrived and the browser judges.
	await expect(page.locator("#entry-phone-error")).toBeVisible();
	await expect(page.locator("input[name=aeroclub]")).toBeFocused();
	await expect(summary).toHaveCount(0);
	let sent = 0;
	page.on("request", (request) => {
		if (request.method() === "POST") sent += 1;
	});
	const submit = page.getByRole("button", { name: text("registration.submit.submit") });
	await submit.click();
	await expect(summary).toBeFocused();
	await expect(page).toHaveTitle(new RegExp(`^${text("error.titlePrefix")}`));

	await summary.locator('a[href="#entry-phone"]').press("Enter");
	await expect(phone).toBeFocused();
	await expect(page.locator("label[for=entry-phone]")).toBeInViewport({ ratio: 1 });
	await expect(page).toHaveTitle(new RegExp(`^${text("error.titlePrefix")}`));
	await phone.fill("+420 601 234 567");
	await expect(summary.locator('a[href="#entry-phone"]')).toHaveCount(0);
	await expect(phone).toBeFocused();
	await expect(summary.locator('a[href="#entry-logger"]')).toBeVisible();
	await submit.click();
	await expect(summary).toBeFocused();
	await expect(phone).toHaveValue("+420 601 234 567");
	expect(sent).toBe(0);

	await page
		.getByRole("link", { name: text("nav.news") })
		.first()
		.click();
	await expect(page).not.toHaveTitle(new RegExp(text("error.titlePrefix")));
});

for (const { name, path, field } of [
	{ name: "duty", path: "/duty", field: "#duty-name" },
	{ name: "scoring", path: `/admin/scoring/${newestEdition().competition.from}/club`, field: "#class-reason" },
]) {
	test(`an empty field of ${name} says beside it what is missing; without scripts the browser says it`, async ({
		page,
		context,
		javaScriptEnabled,
	}) => {
		await signIn(context, adminEmail);
		await page.goto(path);
		const hasScripts = javaScriptEnabled !== false;
		if (hasScripts) await untilHydrated(page);
		const input = page.locator(field);
		const said = page.locator(`${field}-missing`);
		let sent = 0;
		page.on("request", (request) => {
			if (request.method() === "POST") sent += 1;
		});
		await page.locator("form", { has: input }).locator("button[type=submit]:enabled").first().click();
		await expect(input).toBeFocused();
		expect(sent).toBe(0);
		if (!hasScripts) {
			// Nothing tells the browser to keep quiet.
			expect(await input.evaluate((one: HTMLInputElement) => one.form?.noValidate)).toBe(false);
			await expect(said).toHaveCount(0);
			return;
		}
		await expect(said).toHaveText(text("form.field.required"));
		await expect(input).toHaveAttribute("aria-invalid", "true");
		await expect(input).toHaveAccessibleDescription(text("form.field.required"));
		await input.fill("Bez");
		await expect(said).toHaveCount(0);
		await expect(input).not.toHaveAttribute("aria-invalid");
	});
}

test("the button of an empty upload form tells what is missing @scripts", async ({ page }) => {
	await page.goto("/igc?lng=cs");
	const submit = page.getByRole("button", { name: text("igc.form.submit"), exact: true });
	const summary = page.getByRole("alert");
	await submit.click();
	// Pilot and day come from the file.
	await expect(summary).toContainText(text("form.field.required.igc"));
	await expect(page).toHaveTitle(new RegExp(`^${text("error.titlePrefix")}`));
});

test("an entry is printed as its values, without the form", async ({ page, context }) => {
	await signIn(context, "pilot@example.com");
	await page.goto("/registration");
	const sheet = page.locator(".entry-sheet");
	await expect(sheet).toBeHidden();
	await page.emulateMedia({ media: "print" });
	await expect(sheet).toBeVisible();
	await expect(sheet).toContainText(text("registration.field.logger"));
	await expect(page.locator("main form")).toBeHidden();
	await expect(page.locator(".site-bar")).toBeHidden();
});
