import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { asStaff } from "~/lib/access";
import { organiserRecipients } from "~/lib/accounts/account-queries.server";
import type { Ctx, StaffCtx } from "~/lib/context";
import { reconcileDays } from "~/lib/days/reconcile-days.server";
import { commitOrStale, exactlyOne, type QueuedMail, type Write } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { classTypesOf } from "~/lib/editions/classes";
import { heldSettings, type Setting, valueAt, withValues } from "~/lib/editions/edition-settings.server";
import { holdFrom } from "~/lib/entries/keep-flown.server";
import { keepFees } from "~/lib/entries/payments.server";
import {
	keysOf,
	listNames,
	reconcileLists,
	removeChoice,
	tablesThatUse,
} from "~/lib/entries/reconcile-lists.server";
import { textsOf, textsUnder } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { done, type FieldErrors, type Result, refuse } from "~/lib/result";
import { competitionClasses, editionSettings, editionState, registrations, type SetValue } from "~db/schema";
import { editionOfYear } from "~editions/index";
import { type Edition, editionSchema } from "~editions/schema";
import { withWhatIsNotTyped } from "./new-choices";
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
export interface Change {
	readonly key: string;
	/** Null: what the file says holds again. */
	readonly value: SetValue | null;
}

/** What a form would make of an edition. */
export interface SettingsPlan {
	readonly group: SettingGroup;
	readonly after: Edition;
	readonly changes: readonly Change[];
	/** Local date from which other reference indices hold; null for the usual one. */
	readonly from: string | null;
}

/** In which order rows stand, whatever the order in which they were typed: years newest first, as the file has them. */
const sorted: Readonly<Record<string, (one: Row, other: Row) => number>> = {
	archive: byYear,
	photoGalleries: byYear,
};

interface Row {
	readonly year?: unknown;
}

/** The typed values of a group, not checked. */
export function readGroup(
	{ edition }: StaffCtx<"photos">,
	group: SettingGroup,
	form: FormData,
): readonly Setting[] {
	return settingGroups[group].map((key) => {
		const read = readSetting(key, form, classTypesOf(edition));
		const typed = withWhatIsNotTyped(edition, key, read);
		const order = sorted[key];
		const value = order && Array.isArray(typed) ? typed.sort(order) : typed;
		return { key, value: value === undefined ? {} : { is: value } };
	});
}

function byYear(one: Row, other: Row): number {
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
	from: string | null,
): Promise<Result<SettingsPlan, "invalid-fields" | "settings-closed">> {
	const changes = typed.filter(({ key, value }) => !isSame(ctx.edition, key, value.is));
	return planChanges(ctx, group, changes, from);
}

/** Whether a value looks to who types it like the one that holds. */
function isSame(edition: Edition, key: string, value: unknown): boolean {
	const [shown, held] = [value, valueAt(edition, key)].map((one) =>
		JSON.stringify(settingPart(key, one, classTypesOf(edition))),
	);
	return shown === held;
}

/**
 * What changes of settings would make of an edition.
 * @throws AccessDenied without the right to the group
 */
export async function planChanges(
	ctx: StaffCtx<"photos">,
	group: SettingGroup,
	changes: readonly Change[],
	from: string | null = null,
): Promise<Result<SettingsPlan, "invalid-fields" | "settings-closed">> {
	asStaff(ctx, rightOf(group));
	if (!areSettingsOpen(ctx.edition)) return refuse("settings-closed");
	const { values, checked } = await checkSettings(ctx, changes);
	const errors = {
		...Object.assign(
			{},
			...changes.map(({ key, value }) =>
				characterComplaints(settingPart(key, value?.is, classTypesOf(ctx.edition))),
			),
		),
		...(checked.success
			? { ...foreignHosts(fileOf(ctx), checked.data), ...(await usedChoices(ctx, checked.data)) }
			: wrongFields(checked.error.issues, values)),
	};
	if (!checked.success || Object.keys(errors).length > 0) return refuse("invalid-fields", errors);
	return done({ group, after: checked.data, changes, from });
}

/** What the settings of an edition make of its file when some of them change, and whether the schema takes that. */
export async function checkSettings(ctx: Pick<Ctx, "db" | "edition">, changes: readonly Change[]) {
	const held = await heldSettings(ctx.db);
	const others = held.filter(({ key }) => !changes.some((change) => change.key === key));
	const set = [...others, ...changes].flatMap(({ key, value }) => (value ? [{ key, value }] : []));
	const values = withValues(fileOf(ctx), set);
	return { set, values, checked: editionSchema.safeParse(values) };
}

function fileOf({ edition }: Pick<Ctx, "edition">): Edition {
	return editionOfYear(edition.year) ?? edition;
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

/** Complaints about classes, regions and kinds of accommodation that are gone and still used, with what uses them. */
export async function usedChoices(
	{ db, edition, language }: Pick<Ctx, "db" | "edition" | "language">,
	after: Edition,
): Promise<FieldErrors> {
	const { t } = textsOf(language);
	const words = textsUnder(language, "settings.use.");
	const errors: Record<string, string> = {};
	for (const { list, key } of goneChoices(edition, after)) {
		const tables = await tablesThatUse(db, list, [key]);
		if (tables.length === 0) continue;
		const uses = new Set(tables.map((table) => words[table] ?? t("settings.use.other")));
		const name = nameOfChoice(edition, { list, key }, language);
		errors[list] = `settings.complaint.used?${new URLSearchParams({ name, uses: [...uses].join(", ") })}`;
	}
	return errors;
}

/** The name by which organisers know a choice of a list. */
function nameOfChoice(
	edition: Edition,
	{ list, key }: ReturnType<typeof goneChoices>[number],
	language: Language,
): string {
	const choices = list === "classes" ? edition.classes : edition[list];
	return choices.find((one) => ("type" in one ? one.type : one.key) === key)?.name[language] ?? key;
}

function goneChoices(before: Edition, after: Edition) {
	return listNames.flatMap((list) =>
		keysOf(before, list)
			.filter((key) => !keysOf(after, list).includes(key))
			.map((key) => ({ list, key })),
	);
}

/** Whoever changes the viewer's address does not see the hosts from which pages may load it. */
const shownAt: Readonly<Record<string, string>> = { frameSources: "mapViewer/template" };

function wrongFields(issues: Parameters<typeof complaintOf>[0][], values: unknown): FieldErrors {
	return Object.fromEntries(
		issues.map((issue) => {
			// A boundary is one field, whatever is wrong in it.
			const path = issue.path[1] === "areas" ? issue.path.slice(0, 2) : issue.path;
			const name = path.map(String).join("/");
			const value = path.reduce<unknown>(
				(within, part) => (within as Record<PropertyKey, unknown> | undefined)?.[part],
				values,
			);
			// What is still a text could not be read as corners.
			const isUnread = path[1] === "areas" && typeof value === "string";
			const complaint = isUnread ? "settings.complaint.format" : complaintOf({ ...issue, path }, value);
			return [shownAt[name] ?? name, complaint];
		}),
	);
}

/**
 * Writes what a plan changes, and makes the days fit new dates. All organisers and the operator get a mail about a group that is guarded.
 * @param seen how many changes the group had when the organiser saw its values
 */
export async function changeSettings(
	ctx: StaffCtx<"photos">,
	planned: SettingsPlan,
	{ seen, reason }: { readonly seen: number; readonly reason: string | null },
): Promise<Result<null, "stale">> {
	const { edition } = ctx;
	const { group, after, changes } = planned;
	const { all, own } = await changesSoFar(ctx, group);
	if (own !== seen) return refuse("stale");
	const { statements, effects } = await rowsOf(ctx, planned);
	return commitOrStale(ctx, {
		statements: [...addVersions(ctx, changes, { seen: all, reason, changedBy: ctx.actor.id }), ...statements],
		audit: {
			action: "settings.change",
			subjectId: group,
			before: Object.fromEntries(
				changes.map(({ key }) => [key, JSON.stringify(valueAt(edition, key) ?? null)]),
			),
			after: Object.fromEntries(changes.map(({ key }) => [key, JSON.stringify(valueAt(after, key) ?? null)])),
		},
		outbox: isGuarded(group) ? await announcements(ctx, group, after) : [],
		effects,
		visible: true,
	});
}

/** What rows of the database change with an edition, and what is scored anew. */
export async function rowsOf(
	ctx: Ctx,
	{ after, changes, from }: Pick<SettingsPlan, "after" | "changes" | "from">,
): Promise<Required<Pick<Write, "statements" | "effects">>> {
	const { db, now, edition } = ctx;
	const hasKey = (...keys: readonly string[]) => changes.some(({ key }) => keys.includes(key));
	const moved = movedClasses(edition, after);
	const holding = await holdFrom(ctx, {
		columns: moved.length > 0 ? ["referenceIndex"] : [],
		entries: isOfClasses(moved),
		from,
	});
	return {
		statements: [
			...(hasKey("competition.from", "competition.to") ? reconcileDays(db, after.competition, now) : []),
			...(hasKey("payment", "fees") ? await keepFees(ctx) : []),
			...goneChoices(edition, after).map(({ list, key }) => exactlyOne(removeChoice(db, list, key))),
			...holding.before,
			...(hasKey(...listNames) ? await reconcileLists(db, edition, after) : []),
			...holding.after,
		],
		effects:
			moved.length > 0
				? [{ kind: "class-scores-due", classIds: null, from: holding.from, by: "organiser" }]
				: [],
	};
}

/** The keys of the classes that get another reference index. */
export function movedClasses(before: Edition, after: Edition): string[] {
	return after.classes
		.filter(({ type, referenceIndex }) =>
			before.classes.some((one) => one.type === type && one.referenceIndex !== referenceIndex),
		)
		.map(({ type }) => type);
}

/** Condition of `registrations`. @param types keys of classes */
export function isOfClasses(types: readonly string[]): SQL {
	return sql`${registrations.competitionClassId} IN (SELECT ${competitionClasses.id} FROM ${competitionClasses}
		WHERE ${inArray(competitionClasses.type, [...types])})`;
}

/** How many changes of settings there are. */
async function changesSoFar({ db }: Ctx, group: SettingGroup) {
	const rows = await db.select({ key: editionSettings.key }).from(editionSettings);
	return { all: rows.length, own: rows.filter(({ key }) => groupOf(key) === group).length };
}

interface Made {
	/** How many changes of settings there were when these were made. */
	readonly seen: number;
	readonly reason: string | null;
	/** Null for an organiser of the year before. */
	readonly changedBy: string | null;
}

/** Statements that add a version of each setting, if there have been no other changes than those that were seen. */
export function addVersions(ctx: Ctx, changes: readonly Change[], made: Made) {
	return changes.map((change, index) =>
		exactlyOne(nextVersion(ctx, change, { ...made, seen: made.seen + index })),
	);
}

function nextVersion({ db, now }: Ctx, { key, value }: Change, { seen, reason, changedBy }: Made) {
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
				changedBy: sql`${changedBy}`.as("changed_by"),
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
	const addresses = [...edition.organiserEmails, ...after.organiserEmails, settings.operatorEmail ?? ""];
	const recipients = await organiserRecipients(db, addresses);
	return recipients.map((to) => mailTo(to, "settings-changed", { group }));
}
