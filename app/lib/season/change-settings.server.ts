import { eq, sql } from "drizzle-orm";
import { asStaff } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { reconcileDays } from "~/lib/days/reconcile-days.server";
import { commitOrStale, exactlyOne, type QueuedMail } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { read } from "~/lib/db/read.server";
import { classTypesOf } from "~/lib/editions/classes";
import { heldSettings, type Setting, valueAt, withValues } from "~/lib/editions/edition-settings.server";
import { keepFees } from "~/lib/entries/keep-fees.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { done, type FieldErrors, type Result, refuse } from "~/lib/result";
import { editionSettings, editionState, type SetValue, users } from "~db/schema";
import { editionOfYear } from "~editions/index";
import { type Edition, editionSchema } from "~editions/schema";
import {
	areSettingsOpen,
	groupOf,
	isGuarded,
	rightOf,
	type SettingGroup,
	settingGroups,
} from "./setting-groups";
import { characterComplaints, complaintOf, readSetting, settingPart } from "./setting-parts";

/** A setting that changes. */
interface Change {
	readonly key: string;
	/** Null: what the file says holds again. */
	readonly value: SetValue | null;
}

/** What a form would make of an edition. */
export interface SettingsPlan {
	readonly group: SettingGroup;
	readonly after: Edition;
	readonly changes: readonly Change[];
}

/** What organisers type in the order of the file, newest first. */
const sortedByYear: ReadonlySet<string> = new Set(["archive", "photoGalleries"]);

/** The typed values of a group, not checked. */
export function readGroup(
	{ edition }: StaffCtx<"photos">,
	group: SettingGroup,
	form: FormData,
): readonly Setting[] {
	return settingGroups[group].map((key) => {
		const typed = readSetting(key, form, classTypesOf(edition));
		const value = sortedByYear.has(key) && Array.isArray(typed) ? typed.sort(byYear) : typed;
		return { key, value: value === undefined ? {} : { is: value } };
	});
}

function byYear(one: { readonly year?: unknown }, other: { readonly year?: unknown }): number {
	return Number(other.year) - Number(one.year);
}

/**
 * What typed values would change. Refuses those that the schema of an edition does not take, by the names of their fields.
 * @throws AccessDenied without the right to the group
 */
export async function planSettings(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	typed: readonly Setting[],
): Promise<Result<SettingsPlan, "invalid-fields" | "settings-closed">> {
	const changes = typed.filter(({ key, value }) => !isSame(ctx.edition, key, value.is));
	return plan(ctx, group, changes);
}

/** Whether a value looks to who types it like the one that holds. */
function isSame(edition: Edition, key: string, value: unknown): boolean {
	const [shown, held] = [value, valueAt(edition, key)].map((one) =>
		JSON.stringify(settingPart(key, one, classTypesOf(edition))),
	);
	return shown === held;
}

async function plan(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	changes: readonly Change[],
): Promise<Result<SettingsPlan, "invalid-fields" | "settings-closed">> {
	asStaff(ctx, rightOf(group));
	if (!areSettingsOpen(ctx.edition)) return refuse("settings-closed");
	const held = await heldSettings(ctx.db);
	const others = held.filter(({ key }) => !changes.some((change) => change.key === key));
	const set = [...others, ...changes].flatMap(({ key, value }) => (value ? [{ key, value }] : []));
	const values = withValues(fileOf(ctx), set);
	const checked = editionSchema.safeParse(values);
	const errors = {
		...Object.assign({}, ...changes.map(({ key, value }) => wrongCharacters(ctx, key, value))),
		...(checked.success
			? foreignHosts(fileOf(ctx), checked.data)
			: wrongFields(checked.error.issues, values)),
	};
	if (!checked.success || Object.keys(errors).length > 0) return refuse("invalid-fields", errors);
	return done({ group, after: checked.data, changes });
}

/** The edition as its file has it. */
function fileOf({ edition }: StaffCtx<"photos">): Edition {
	return editionOfYear(edition.year) ?? edition;
}

function wrongCharacters({ edition }: StaffCtx<"photos">, key: string, value: SetValue | null): FieldErrors {
	return characterComplaints(settingPart(key, value?.is, classTypesOf(edition)));
}

/**
 * Complaints about tracking on a host that the edition's file does not name: a stolen session must not lead visitors elsewhere. The viewer's
 * hosts are held by the schema.
 */
function foreignHosts({ tracking, frameSources }: Edition, after: Edition): FieldErrors {
	const templates = ["singleTemplate", "combinedTemplate"] as const;
	const originOf = (template: string) => (URL.canParse(template) ? new URL(template).origin : null);
	const listed = [...frameSources, ...templates.map((name) => originOf(tracking[name]))];
	return Object.fromEntries(
		templates
			.filter((name) => !listed.includes(originOf(after.tracking[name])))
			.map((name) => [`tracking/${name}`, "settings.complaint.host"]),
	);
}

/** Whoever changes the viewer's address does not see the hosts from which pages may load it. */
const shownAt: Readonly<Record<string, string>> = { frameSources: "mapViewer/template" };

function wrongFields(issues: Parameters<typeof complaintOf>[0][], values: unknown): FieldErrors {
	return Object.fromEntries(
		issues.map((issue) => {
			const name = issue.path.map(String).join("/");
			const value = issue.path.reduce<unknown>(
				(within, part) => (within as Record<PropertyKey, unknown> | undefined)?.[part],
				values,
			);
			return [shownAt[name] ?? name, complaintOf(issue, value)];
		}),
	);
}

/**
 * Writes what a plan changes, and makes the days fit new dates. All organisers and the operator get a mail about a group that is guarded.
 * @param seen how many changes the group had when the organiser saw its values
 */
export async function changeSettings(
	ctx: StaffCtx<"photos">,
	{ group, after, changes }: SettingsPlan,
	{ seen, reason }: { readonly seen: number; readonly reason: string | null },
): Promise<Result<null, "stale">> {
	const { db, now, edition } = ctx;
	const { all, own } = await changesSoFar(ctx, group);
	if (own !== seen) return refuse("stale");
	const hasKey = (...keys: readonly string[]) => changes.some(({ key }) => keys.includes(key));
	const isDated = hasKey("competition.from", "competition.to");
	return commitOrStale(ctx, {
		statements: [
			...changes.map((change, index) => exactlyOne(nextVersion(ctx, change, { seen: all + index, reason }))),
			...(isDated ? reconcileDays(db, after.competition, now) : []),
			...(hasKey("payment", "fees") ? await keepFees(ctx) : []),
		],
		audit: {
			action: "settings.change",
			subjectId: group,
			before: Object.fromEntries(
				changes.map(({ key }) => [key, JSON.stringify(valueAt(edition, key) ?? null)]),
			),
			after: Object.fromEntries(changes.map(({ key }) => [key, JSON.stringify(valueAt(after, key) ?? null)])),
		},
		outbox: isGuarded(group) ? await announcements(ctx, group, after) : [],
		visible: true,
	});
}

/** How many changes of settings there are. */
async function changesSoFar({ db }: StaffCtx<"photos">, group: SettingGroup) {
	const rows = await db.select({ key: editionSettings.key }).from(editionSettings);
	return { all: rows.length, own: rows.filter(({ key }) => groupOf(key) === group).length };
}

/** Statement that adds a version of a setting, if there have been no other changes than those that were seen. */
function nextVersion(
	{ db, now, actor }: StaffCtx<"photos">,
	{ key, value }: Change,
	{ seen, reason }: { readonly seen: number; readonly reason: string | null },
) {
	const { version } = editionSettings;
	return db.insert(editionSettings).select(
		db
			.select({
				key: sql`${key}`.as("key"),
				version:
					sql`(SELECT coalesce(max(${version}), 0) + 1 FROM ${editionSettings} WHERE ${eq(editionSettings.key, key)})`.as(
						"version",
					),
				value: sql`${value === null ? null : JSON.stringify(value)}`.as("value"),
				reason: sql`${reason}`.as("reason"),
				changedBy: sql`${actor.id}`.as("changed_by"),
				changedAt: sql`${now.getTime()}`.as("changed_at"),
			})
			.from(editionState)
			.where(sql`(SELECT count(*) FROM ${editionSettings}) = ${seen}`),
	);
}

/** Mails about a change by which a stolen session could do harm: to every organiser, the operator, and the addresses before and after. */
async function announcements(
	{ db, edition, settings }: StaffCtx<"photos">,
	group: SettingGroup,
	after: Edition,
): Promise<QueuedMail[]> {
	const { organisers } = await read(db, {
		organisers: db
			.select({ id: users.id, email: users.email, language: users.language })
			.from(users)
			.where(eq(users.role, "organiser")),
	});
	const known = new Set(organisers.map(({ email }) => email));
	const others = new Set([
		...edition.organiserEmails,
		...after.organiserEmails,
		settings.operatorEmail ?? "",
	]);
	const addresses = [...others]
		.filter((email) => email !== "" && !known.has(email))
		.map((email) => ({ id: null, email, language: fallbackLanguage }));
	return [...organisers, ...addresses].map((to) => mailTo(to, "settings-changed", { group }));
}

interface Restored {
	readonly key: string;
	/** 0 is the file. */
	readonly version: number;
	/** As for {@link changeSettings}. */
	readonly seen: number;
}

/** Sets a value of the history again, or what the file says. @param group to whose page the reader is admitted: it has no other settings */
export async function restoreSetting(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	{ key, version, seen }: Restored,
): Promise<Result<null, "stale" | "not-found" | "invalid-fields" | "settings-closed">> {
	if (groupOf(key) !== group) return refuse("not-found");
	const [held] = await ctx.db
		.select({ value: editionSettings.value })
		.from(editionSettings)
		.where(sql`${eq(editionSettings.key, key)} AND ${eq(editionSettings.version, version)}`);
	if (!held && version !== 0) return refuse("not-found");
	const planned = await plan(ctx, group, [{ key, value: held?.value ?? null }]);
	return planned.ok ? changeSettings(ctx, planned.value, { seen, reason: null }) : planned;
}
