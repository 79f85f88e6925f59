import { openInvitations, teamMembers } from "~/lib/accounts/team.server";
import { documentList } from "~/lib/content/documents-queries.server";
import type { Ctx, StaffCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { classTypesOf } from "~/lib/editions/classes";
import { valueAt } from "~/lib/editions/edition-settings.server";
import { allGliderTypes } from "~/lib/entries/classes-queries.server";
import { done, type FieldErrors, type Result, refuse } from "~/lib/result";
import type { Role } from "~db/enums";
import type { Edition } from "~editions/schema";
import { type Change, checkSettings, usedChoices } from "./change-settings.server";
import { movedSettings } from "./moved-year";
import { groupOf, type SettingGroup, settingGroups } from "./setting-groups";
import { complaintOf, settingPart } from "./setting-parts";

/*
 * What organisers of the newest edition find of the draft that follows it. A draft is asked and written through a context in which nobody is
 * signed in: accounts belong to one edition.
 */

/** Who prepares and opens the next year: it takes settings over, and lets people in. */
export type PreparerCtx = StaffCtx<"settings" | "team">;

const allGroups = Object.keys(settingGroups) as readonly SettingGroup[];

/** The context of the first draft; null in an edition that is not the newest, and where there is none. */
export async function nextYear(ctx: Ctx): Promise<Ctx | null> {
	const [draft] = ctx.drafts;
	return draft && hasNextYear(ctx) ? ctx.inDraft(draft) : null;
}

export function hasNextYear({ edition, drafts }: Ctx): boolean {
	return edition.year === edition.newestYear && drafts.length > 0;
}

/** Somebody of the team, and what they are in the draft already. */
export interface Invited {
	readonly id: string;
	readonly name: string;
	readonly email: string;
	readonly role: Role;
	readonly standing: "member" | "invited" | null;
}

/** A glider type that the draft lacks, or has with another index. */
export interface TakenGlider {
	readonly name: string;
	readonly index: number;
	readonly competitionClassType: string;
	readonly isNew: boolean;
}

/** What the draft could take over. */
export async function offerOf(ctx: PreparerCtx, draft: Ctx) {
	const [own, there] = await Promise.all([
		read(ctx.db, {
			members: teamMembers(ctx.db),
			documents: documentList(ctx.db),
			gliders: allGliderTypes(ctx.db),
		}),
		read(draft.db, {
			members: teamMembers(draft.db),
			invitations: openInvitations(draft),
			documents: documentList(draft.db),
			gliders: allGliderTypes(draft.db),
		}),
	]);
	return {
		groups: allGroups.map((group) => ({ group, changes: changesOf(ctx, draft, [group]) })),
		gliders: own.gliders.flatMap(({ name, index, competitionClassType }): TakenGlider[] => {
			const same = there.gliders.find(
				(one) => one.name === name && one.competitionClassType === competitionClassType,
			);
			return same?.index === index ? [] : [{ name, index, competitionClassType, isNew: !same }];
		}),
		documents: own.documents.map((document) => ({
			...document,
			isThere: there.documents.some(({ name }) => name === document.name),
		})),
		people: own.members.map(({ id, name, surname, email, role }): Invited => {
			const isMember = there.members.some((member) => member.email === email);
			const isInvited = there.invitations.some((invitation) => invitation.email === email);
			return {
				...{ id, email, name: `${name} ${surname}`, role: role ?? "organiser" },
				standing: isMember ? "member" : isInvited ? "invited" : null,
			};
		}),
	};
}

/** The settings of some groups that the draft would have otherwise. */
function changesOf(ctx: PreparerCtx, draft: Ctx, groups: readonly SettingGroup[]): Change[] {
	const types = [...new Set([ctx.edition, draft.edition].flatMap(classTypesOf))];
	// An instant may be written in another way, and is shown alike.
	const shown = (key: string, value: unknown) => JSON.stringify(settingPart(key, value, types));
	return groups
		.flatMap((group) => movedSettings(ctx.edition, draft.edition.year, group))
		.filter(({ key, value }) => shown(key, value.is) !== shown(key, valueAt(draft.edition, key)));
}

/** What taking some groups over makes of the draft. */
export interface TakeOver {
	readonly after: Edition;
	readonly changes: readonly Change[];
	readonly from: null;
}

/** Refuses what does not fit together, by the names of the groups: a fee of a class that does not come along. */
export async function planTakeOver(
	ctx: PreparerCtx,
	draft: Ctx,
	groups: readonly SettingGroup[],
): Promise<Result<TakeOver, "invalid-fields">> {
	const changes = changesOf(ctx, draft, groups);
	const { values, checked } = await checkSettings(draft, changes);
	if (!checked.success) return refuse("invalid-fields", complaintsByGroup(checked.error.issues, values));
	const used = await usedChoices({ ...draft, language: ctx.language }, checked.data);
	if (Object.keys(used).length > 0)
		return refuse(
			"invalid-fields",
			Object.fromEntries(Object.entries(used).map(([list, why]) => [groupOf(list) ?? "lists", why])),
		);
	return done({ after: checked.data, changes, from: null });
}

function complaintsByGroup(issues: Parameters<typeof complaintOf>[0][], values: unknown): FieldErrors {
	return Object.fromEntries(
		issues.map((issue) => {
			const path = issue.path.map(String);
			const group = allGroups.find((one) => settingGroups[one].some((key) => path.join(".").startsWith(key)));
			const value = path.reduce<unknown>(
				(within, part) => (within as Record<string, unknown> | undefined)?.[part],
				values,
			);
			return [group ?? "texts", complaintOf(issue, value)];
		}),
	);
}
