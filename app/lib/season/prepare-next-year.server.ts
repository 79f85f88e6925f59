import { requireRecentCode } from "~/lib/access";
import { inviteAs } from "~/lib/accounts/team.server";
import { storeDocument } from "~/lib/content/change-documents.server";
import { documentFile } from "~/lib/content/documents-queries.server";
import type { Ctx } from "~/lib/context";
import { commit, recordAct } from "~/lib/db/commit.server";
import { classTypesOf } from "~/lib/editions/classes";
import { setGliderTypes } from "~/lib/entries/import-glider-types.server";
import { readObject } from "~/lib/files/object-storage.server";
import { done, type Result, refuse } from "~/lib/result";
import { editionSettings } from "~db/schema";
import { addVersions, rowsOf } from "./change-settings.server";
import { logoByDigest, storeLogo } from "./logos.server";
import { type offerOf, type PreparerCtx, planTakeOver, type TakeOver } from "./next-year.server";
import type { SettingGroup } from "./setting-groups";

/** What an organiser has ticked. */
export interface Ticked {
	readonly groups: readonly SettingGroup[];
	readonly gliders: boolean;
	/** Ids. */
	readonly documents: readonly string[];
	/** Ids of accounts. */
	readonly people: readonly string[];
}

/** How much the draft has got. */
export interface Prepared {
	readonly settings: number;
	readonly gliders: number;
	readonly documents: number;
	readonly people: number;
}

/**
 * Takes over into the draft what is ticked: never an entry, an account or a log. Every part is whole, and the same press again goes on where
 * one broke off. Visitors see nothing of it.
 * @throws AccessDenied "code-outdated"
 */
export async function prepareNextYear(
	ctx: PreparerCtx,
	draft: Ctx,
	ticked: Ticked,
	offer: Awaited<ReturnType<typeof offerOf>>,
): Promise<Result<Prepared>> {
	requireRecentCode(ctx);
	const plan = await planTakeOver(ctx, draft, ticked.groups);
	if (!plan.ok) return plan;
	const settings = await takeSettings(ctx, draft, plan.value);
	if (!settings.ok) return settings;
	const types = classTypesOf(plan.value.after);
	const gliders = ticked.gliders
		? offer.gliders.filter(({ competitionClassType }) => types.includes(competitionClassType))
		: [];
	if (gliders.length > 0) {
		await commit(draft, {
			statements: setGliderTypes(draft.db, gliders),
			audit: { action: "glider-types.import", after: { from: ctx.edition.year, count: gliders.length } },
			visible: false,
		});
	}
	const documents = offer.documents.filter(({ id }) => ticked.documents.includes(id));
	for (const document of documents) {
		const taken = await takeDocument(ctx, draft, document);
		if (!taken.ok) return taken;
	}
	const people = offer.people.filter(
		({ id, standing }) => ticked.people.includes(id) && standing !== "member",
	);
	for (const { email, role } of people) await inviteAs(draft, { email, role, invitedBy: null });
	const prepared = {
		settings: plan.value.changes.length,
		...{ gliders: gliders.length, documents: documents.length, people: people.length },
	};
	await recordAct(ctx, {
		action: "next-year.prepare",
		subjectId: String(draft.edition.year),
		after: prepared,
	});
	return done(prepared);
}

async function takeSettings(
	ctx: PreparerCtx,
	draft: Ctx,
	plan: TakeOver,
): Promise<Result<null, "stale" | "storage-failed">> {
	const { after, changes } = plan;
	if (changes.length === 0) return done(null);
	for (const { logo } of changes.some(({ key }) => key === "sponsors") ? after.sponsors : []) {
		if (!(await takeLogo(ctx, draft, logo))) return refuse("storage-failed");
	}
	const seen = await draft.db.$count(editionSettings);
	const { statements, effects } = await rowsOf(draft, plan);
	const committed = await commit(draft, {
		statements: [...addVersions(draft, changes, { seen, reason: null, changedBy: null }), ...statements],
		audit: {
			action: "edition.prepare",
			after: { from: ctx.edition.year, settings: changes.map(({ key }) => key) },
		},
		effects,
		visible: false,
	});
	return committed.ok ? done(null) : refuse("stale");
}

/** Copies a logo that organisers have sent; one of the site's own files is there. @returns whether the draft has it */
async function takeLogo(ctx: PreparerCtx, draft: Ctx, path: string): Promise<boolean> {
	const [, sha256] = /^\/logos\/(\w+)\./.exec(path) ?? [];
	if (sha256 === undefined) return true;
	const [logo] = await logoByDigest(ctx.db, sha256);
	const object = logo && (await readObject(ctx, logo.key));
	if (!object?.ok) return false;
	const stored = await storeLogo(draft, new File([await object.value.arrayBuffer()], "logo"));
	return stored.ok;
}

async function takeDocument(
	ctx: PreparerCtx,
	draft: Ctx,
	{ id, folder }: Awaited<ReturnType<typeof offerOf>>["documents"][number],
): Promise<Result<unknown>> {
	const [file] = await documentFile(ctx.db, id, null);
	if (!file) return refuse("stale");
	const object = await readObject(ctx, file.key);
	if (!object.ok) return object;
	const copy = new File([await object.value.arrayBuffer()], file.name);
	return storeDocument(draft, copy, { folder, uploadedBy: null });
}
