import { expect, type Page, test } from "@playwright/test";
import { editionOfYear, newestEdition } from "~editions/index";
import { demoPassword } from "./accounts";
import { expectAccessible } from "./axe";
import { widthOf } from "./layout";
import type { Mail } from "./mails";
import { type OwnServer, signInAt, startOwnServer, untilReady } from "./own-server";
import { sentAgain } from "./requests";
import { text } from "./texts";

/*
 * While a year is flown, its organiser prepares the next one and opens it. On this server the newest edition is a draft, as the file of
 * every coming year says of it, and the year before runs.
 */

test.describe.configure({ mode: "default" });

const coming = newestEdition();
const running = editionOfYear(coming.year - 1) ?? coming;
const titles = { title: coming.title, before: running.title };
const chief = "chief@example.com";
const treasurer = "treasurer@example.com";

let server: OwnServer;
let origin = "";
const originOf = (year: number) => origin.replace("localhost", `${year}.localhost`);

test.beforeAll(async ({ browserName: _ }, { parallelIndex }) => {
	const file = new RegExp(`\\byear:\\s*${coming.year},(?=\\s*title:)`);
	server = await startOwnServer({
		clock: `${running.competition.from}T12:30:00Z`,
		parallelIndex,
		accounts: {
			[coming.year]: [],
			[running.year]: [
				{ email: chief, name: "Milada", surname: "Stoupavá", role: "organiser" },
				{ email: treasurer, name: "Pavel", surname: "Vybíravý", role: "treasurer" },
			],
		},
		changeBuild(script) {
			expect(script).toMatch(file);
			return script.replace(file, "$& startsAsDraft: true,");
		},
	});
	origin = server.origin;
});

test.afterAll(() => server.stop());

async function open(page: Page, address: string): Promise<void> {
	await page.goto(address);
	await untilReady(page);
}

/** What nobody in particular gets, as texts by host and path. */
async function shownToStrangers(page: Page): Promise<Readonly<Record<string, string>>> {
	const shown: Record<string, string> = {};
	for (const host of ["localhost", `${coming.year}.localhost`, `${running.year}.localhost`])
		for (const path of ["/", "/archive", "/signup", "/api", "/news.atom", "/calendar.ics"]) {
			const headers = { Host: `${host}:${new URL(origin).port}`, Cookie: "" };
			const answer = await page.request.get(`${origin}${path}`, { headers, ...sentAgain });
			shown[`${host}${path}`] = await answer.text();
		}
	return shown;
}

/** Looks at the page at the width of a small phone, and with axe where scripts run. */
async function lookAt(page: Page, javaScriptEnabled: boolean | undefined): Promise<void> {
	await page.setViewportSize({ width: 320, height: 640 });
	expect(await widthOf(page)).toBeLessThanOrEqual(320);
	if (javaScriptEnabled !== false) await expectAccessible(page);
}

const plain = (words: string) => words.replaceAll("\u00a0", " ");

/** Presses a button whose answer is something to read before the next press. @returns what is to be read */
async function previewed(page: Page, button: string): Promise<string> {
	await page.getByRole("button", { name: text(button), exact: true }).click();
	const preview = page.locator("section[tabindex]");
	await expect(preview).toBeFocused();
	return plain(await preview.innerText());
}

test("an organiser prepares the next year while this one is flown, and nobody else sees it until it is opened @scripts", async ({
	page,
	browser,
	javaScriptEnabled,
}) => {
	const strangers = await browser.newContext();
	const stranger = await strangers.newPage();
	await signInAt(origin, page.context(), chief);
	await open(page, `${origin}/admin`);
	await page.getByRole("link", { name: text("admin.link.nextYear") }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("nextYear.title"));
	await untilReady(page);
	await lookAt(page, javaScriptEnabled);
	await expect(page.getByRole("checkbox", { name: "Milada Stoupavá" })).toBeChecked();
	await page.getByRole("checkbox", { name: "Pavel Vybíravý" }).check();
	const taken = await previewed(page, "nextYear.preview");
	expect(taken).toContain(treasurer);
	await lookAt(page, javaScriptEnabled);
	await page.getByRole("button", { name: text("nextYear.take"), exact: true }).click();
	await expect(page.getByText(text("nextYear.taken"))).toBeVisible();
	const early = await previewed(page, "nextYear.open.preview");
	expect(early).toContain(plain(text("nextYear.complaint.no-organiser")));
	await expect(page.getByRole("button", { name: text("nextYear.open.confirm", titles) })).toHaveCount(0);

	const draft = await browser.newContext({ javaScriptEnabled });
	const invited = await draft.newPage();
	const mails: Mail[] = (await (await invited.goto(`${originOf(coming.year)}/dev/mail.json`))?.json()) ?? [];
	const link = /http\S+\/invitation\/\S+/.exec(mails.find(({ to }) => to === chief)?.text ?? "")?.[0] ?? "";
	await open(invited, link);
	await invited.getByLabel(text("account.name"), { exact: true }).fill("Milada");
	await invited.getByLabel(text("account.surname")).fill("Stoupavá");
	await invited.getByLabel(text("account.password")).fill(demoPassword);
	await invited.getByRole("button", { name: text("invitation.signup") }).click();
	await expect(invited).toHaveURL(`${originOf(coming.year)}/admin`);
	await expect(invited).toHaveTitle(new RegExp(coming.title));
	for (const [address, shown] of Object.entries(await shownToStrangers(stranger)))
		expect(shown, address).not.toContain(coming.title);

	await open(page, `${origin}/admin/next-year`);
	const opening = await previewed(page, "nextYear.open.preview");
	expect(opening).toContain(plain(text("nextYear.opening.flying", titles)));
	await lookAt(page, javaScriptEnabled);
	await page.getByRole("button", { name: text("nextYear.open.confirm", titles) }).click();
	await expect(page.getByText(text("nextYear.opened"))).toBeVisible();
	await expect(page).toHaveTitle(new RegExp(coming.title));
	const after = await shownToStrangers(stranger);
	for (const path of ["/", "/archive", "/signup", "/news.atom", "/calendar.ics"])
		for (const host of ["localhost", `${coming.year}.localhost`])
			expect(after[`${host}${path}`], host + path).toContain(coming.title);
	expect(JSON.parse(after["localhost/api"] ?? "")).toMatchObject({ edition: coming.year });
	await Promise.all([strangers.close(), draft.close()]);
});
