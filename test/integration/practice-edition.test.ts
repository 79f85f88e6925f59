import { expect, test } from "vitest";
import { editionOfHost } from "~/lib/editions/edition-hosts";
import { editionOfYear, editions, newestEdition } from "~editions/index";
import { newestOf, parseEditions } from "~editions/parse";
import type { Edition } from "~editions/schema";
import { newcomer } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createAdmin, seedReference } from "~test/support/factories";
import { restoreSetting, setEdition } from "~test/support/set-edition";

/* A year that is played with old data. One of the past stands for it. */

const year = 2021;
const app = createApp({ host: `${year}.localhost`, clock: "2025-08-20T10:00:00Z" });

test("is never closed: long after its days, with newer years beside it, it takes accounts, and search engines leave it out", async () => {
	await seedReference(year);
	changeEdition({ practice: true }, editionOfYear(year));
	const closed = createApp({ host: "2022.localhost", clock: "2025-08-20T10:00:00Z" });
	expect((await closed.api("POST", "/api/users", newcomer())).status).toBe(403);
	expect((await app.api("POST", "/api/users", newcomer())).status).toBe(201);
	expect(await (await app.get("/igc")).text()).toContain('id="igc-form"');
	for (const path of ["/", "/news", "/api/news", "/nothing"])
		expect((await app.get(path)).headers.get("X-Robots-Tag"), path).toBe("noindex");
	expect((await closed.get("/")).headers.has("X-Robots-Tag")).toBe(false);
});

test("keeps settings of its own, which organisers change long after its days", async () => {
	await seedReference(year);
	const practice = editionOfYear(year);
	changeEdition({ practice: true }, practice);
	const admin = await createAdmin({}, year);
	await setEdition(app, admin, "texts", { title: "Training of 2021" });
	expect(await (await app.get("/")).text()).toContain("Training of 2021");
	for (const host of ["localhost", "2022.localhost"])
		expect(await (await createApp({ host }).get("/archive")).text()).not.toContain("Training of 2021");
	await restoreSetting(app, admin, "texts", "title", 0);
	expect(await (await app.get("/")).text()).toContain(practice?.title);
});

test("is never the newest, whatever its year", () => {
	const next: Edition = {
		...newestEdition(),
		year: 2026,
		practice: true,
		competition: { from: "2026-07-11", to: "2026-07-19", signupSince: "2026-03-01T12:00:00+01:00" },
	};
	const all = parseEditions([...editions, next]);
	const newest = newestOf(all);
	expect(newest.year).toBe(2025);
	expect(editionOfHost("2026.glidercup.example", all, newest).year).toBe(2026);
	expect(() => parseEditions([next])).toThrow("no practice");
});

test("is older than the site may be, and stands in no archive", () => {
	const [oldest] = editions;
	const old: Edition = {
		...oldest,
		year: 2000,
		practice: true,
		competition: { from: "2000-07-08", to: "2000-07-16", signupSince: "2000-03-01T12:00:00+01:00" },
	};
	expect(parseEditions([oldest, old]).map((one) => one.year)).toEqual([2000, oldest.year]);
	const link = { year: 2000, title: { cs: "2000", en: "2000" }, url: "https://2000.glidercup.example/" };
	expect(() => parseEditions([{ ...oldest, archive: [link] }, old])).toThrow("2000 is a practice");
});
