import * as build from "virtual:remix/server-build";
import { expect, test } from "vitest";
import { storeDocument } from "~/lib/content/change-documents.server";
import { documents, editionSettings, news } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { draftHost, draftOf, draftYear, keepDrafts } from "~test/support/draft";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { filledIn } from "~test/support/filled-in";
import { testEdition } from "~test/support/test-edition";
import { createWorld, isRead, matrix, prepareWorlds } from "./ask";

/* A draft is in nothing that strangers can read: no page, call, feed, file or picture, on its own host and on that of the present year. */

const clock = "2025-07-12T10:00:00Z";
const canary = "Kanárek";
/** Who is asked to come in reads where to. */
const title = "Stehlíkův pohár";

keepDrafts(draftOf(draftYear));

/** Gives the draft a trace wherever people read one. */
async function hide(): Promise<void> {
	const both = { cs: canary, en: canary };
	const { contacts, classes, sponsors, tracking } = testEdition;
	const values = {
		title,
		place: both,
		pageDescription: both,
		alert: [both, both, both],
		invitation: { what: both, camp: both, tow: both },
		classes: classes.map((one) => ({ ...one, name: both })),
		sponsors: sponsors.map((one) => ({ ...one, name: canary })),
		"contacts.director": { ...contacts.director, name: canary },
		"contacts.organiser": { ...contacts.organiser, name: canary },
		bugReportUrl: `https://bugs.example.com/${canary}/`,
		soaringSpotUrl: `https://www.soaringspot.com/${canary}/`,
		"tracking.hubUrl": `${tracking.hubUrl}${canary}/`,
	};
	const made = { version: 1, changedAt: new Date(clock) };
	const db = databaseOf(draftYear);
	for (const [key, is] of Object.entries(values))
		await db.insert(editionSettings).values({ ...made, key, value: { is } });
	const ctx = contextOf({ year: draftYear, now: new Date(clock) });
	await storeDocument(ctx, new File([canary], `${canary}.pdf`), { folder: "rules", uploadedBy: null });
	const author = await createAdmin({ name: canary }, draftYear);
	await db.insert(news).values({
		...{ id: crypto.randomUUID(), title: canary, body: canary, authorId: author.id, language: "cs" },
		...{ createdAt: new Date(clock), updatedAt: new Date(clock) },
	});
}

test("no answer to a stranger, on any host, holds anything of a draft", async () => {
	await prepareWorlds();
	await hide();
	const world = await createWorld();
	const organiser = await createAdmin({}, draftYear);
	const own = createApp({ clock, host: draftHost });
	const ofPast = createApp({ clock });
	const account = await createUser({}, draftYear);
	// The trace is there to be found.
	expect(await (await own.get("/", { as: organiser })).text()).toContain(canary);
	const [ofApi, main] = [`api.${draftHost}`, "localhost"].map((host) => createApp({ clock, host }));
	const found: string[] = [];
	for (const row of matrix.filter(isRead)) {
		const path = filledIn(row.template, world);
		const [page = "", query = ""] = path.split("?");
		const isPage = build.routes[row.route]?.module.default !== undefined;
		const isDoor = /^\/(login|invitation|second-factor)/.test(page);
		const asked = [
			[own, path],
			...(isPage ? [[own, `${page === "/" ? "/_root" : page}.data?${query}`] as const] : []),
			...(page.startsWith("/api") ? [[ofApi, path] as const] : []),
			[main, path],
			// One of the present year's pilots, and somebody with an account in the draft and no role.
			[own, path, await ofPast.token(world.pilot)],
			[own, path, await own.token(account)],
		] as const;
		for (const [app, address, token] of asked) {
			const headers: Record<string, string> = token
				? { Cookie: `token=${token}`, Authorization: `Bearer ${token}` }
				: {};
			const text = (await (await app?.get(address, { headers }))?.text()) ?? "";
			const isNamed = text.includes(title) && !(isDoor && app === own);
			if (text.includes(canary) || isNamed) found.push(`${app === main ? "main" : "own"} ${address}`);
		}
	}
	const [document] = await databaseOf(draftYear).select().from(documents);
	for (const app of [own, main]) {
		const file = await app?.get(`/documents/${document?.id}/${document?.name}`);
		if (file?.status !== 404) found.push(`the document: ${file?.status}`);
	}
	expect(found).toEqual([]);
});
