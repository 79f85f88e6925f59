import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { valueAt } from "~/lib/editions/edition-settings.server";
import { areUploadsOpen, phaseOf } from "~/lib/editions/opening-times";
import { formatChangeTime, formatCompetitionDates } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { saidComplaint } from "~/lib/i18n/message";
import type { FieldErrors } from "~/lib/result";
import { differencesOf, labelledSetting } from "~/lib/season/labelled-part.server";
import type { offerOf, PreparerCtx, TakeOver } from "~/lib/season/next-year.server";
import { type OpeningComplaint, openingComplaints } from "~/lib/season/open-next-year.server";
import type { Ticked } from "~/lib/season/prepare-next-year.server";
import { isSettingGroup } from "~/lib/season/setting-groups";

export type Offer = Awaited<ReturnType<typeof offerOf>>;

/** What the page says of the draft, and what could be taken over. */
export function toPage(ctx: PreparerCtx, draft: Ctx, offer: Offer) {
	const { language, edition, settings } = ctx;
	const { t } = textsOf(language);
	const { from, to } = draft.edition.competition;
	const url = `${editionOrigin(draft.edition, settings)}/`;
	const same = offer.groups.flatMap(({ group, changes }) =>
		changes.length === 0 ? [t(`settings.group.${group}`)] : [],
	);
	const missing = offer.gliders.filter(({ isNew }) => isNew).length;
	return {
		title: draft.edition.title,
		url,
		lead: t("nextYear.lead", {
			title: draft.edition.title,
			dates: formatCompetitionDates(from, to, language),
			before: edition.title,
		}),
		/** Whether another draft waits behind it. */
		later: ctx.drafts.length > 1 ? t("nextYear.later") : null,
		same: same.length > 0 ? t("nextYear.same", { names: same.join(", ") }) : null,
		groups: offer.groups
			.filter(({ changes }) => changes.length > 0)
			.map(({ group, changes }) => ({
				value: group,
				label: t(`settings.group.${group}`),
				note: t("nextYear.changes", { count: changes.length }),
			})),
		gliders: offer.gliders.length > 0 && {
			value: "on",
			label: t("nextYear.gliders"),
			note: t("nextYear.gliders.note", { missing, others: offer.gliders.length - missing }),
		},
		documents: offer.documents.map(({ id, name, updatedAt, isThere }) => ({
			value: id,
			label: name,
			note: isThere ? t("nextYear.there") : formatChangeTime(updatedAt, language),
		})),
		people: offer.people.map(({ id, name, email, role, standing }) => ({
			value: id,
			label: name,
			note: [email, t(`role.${role}`), ...(standing ? [t(`nextYear.standing.${standing}`)] : [])].join(", "),
			isMember: standing === "member",
			// Whoever prepares the year will want to see it.
			isTicked: id === ctx.actor.id && standing === null,
		})),
		words: wordsOf(ctx, draft),
	};
}

function wordsOf({ language }: PreparerCtx, draft: Ctx) {
	const { t } = textsOf(language);
	return {
		host: t("nextYear.host"),
		prepare: t("nextYear.prepare"),
		settings: t("nextYear.settings"),
		lists: t("nextYear.lists"),
		documents: t("nextYear.documents"),
		people: t("nextYear.people"),
		peopleHint: t("nextYear.people.hint"),
		never: t("nextYear.never"),
		preview: t("nextYear.preview"),
		take: t("nextYear.take"),
		changes: t("settings.changes"),
		columns: [t("settings.column.field"), t("nextYear.column.before"), t("settings.column.after")],
		open: t("nextYear.open", { title: draft.edition.title }),
		openLead: t("nextYear.open.lead"),
		openPreview: t("nextYear.open.preview"),
		failed: t("settings.failed"),
	};
}

/** What would be taken over, in words. */
export function summaryOfTakeOver(
	ctx: PreparerCtx,
	draft: Ctx,
	{ changes, after }: TakeOver,
	{ offer, ticked }: { readonly offer: Offer; readonly ticked: Ticked },
) {
	const { t } = textsOf(ctx.language);
	const inDraft = { edition: draft.edition, language: ctx.language };
	const documents = offer.documents.filter(({ id }) => ticked.documents.includes(id));
	const people = offer.people.filter(
		({ id, standing }) => ticked.people.includes(id) && standing !== "member",
	);
	const none = t("settings.none");
	const lines = [
		...(ticked.gliders && offer.gliders.length > 0
			? [t("nextYear.summary.gliders", { count: offer.gliders.length })]
			: []),
		...documents.map(({ name }) => t("nextYear.summary.document", { name })),
		...people.map(({ email, role }) => t("nextYear.summary.invitation", { email, role: t(`role.${role}`) })),
	];
	return {
		changes: changes.flatMap(({ key }) =>
			differencesOf(
				labelledSetting(inDraft, key, valueAt(draft.edition, key)),
				labelledSetting(inDraft, key, valueAt(after, key)),
				ctx.language,
			).map(({ before, after: next, ...row }) => ({ ...row, before: before || none, after: next || none })),
		),
		lines,
		nothing: changes.length === 0 && lines.length === 0 ? t("nextYear.nothing") : null,
	};
}

/** What opening the draft would do, or what keeps it from being opened. */
export async function openingOf(ctx: PreparerCtx, draft: Ctx) {
	const { edition, language, now, settings } = ctx;
	const { t } = textsOf(language);
	const after = { ...edition, newestYear: draft.edition.year };
	const origins = {
		next: editionOrigin({ year: after.newestYear, newestYear: after.newestYear }, settings),
		before: editionOrigin(after, settings),
	};
	const titles = { title: draft.edition.title, before: edition.title };
	const complaints = (await openingComplaints(draft)).map((complaint) => complaintText(ctx, complaint));
	const lines = [
		t("nextYear.opening.main", { ...titles, origin: origins.next }),
		t("nextYear.opening.before", { ...titles, origin: origins.before }),
		t("nextYear.opening.closes", titles),
		t(areUploadsOpen(after, now) ? "nextYear.opening.logs" : "nextYear.opening.noLogs", titles),
		...(phaseOf(edition, now) === "flying" ? [t("nextYear.opening.flying", titles)] : []),
		t("nextYear.opening.back"),
	];
	return {
		complaints,
		lines,
		/** Identifies what is shown, so that nothing else is done. */
		key: await sha256Hex(JSON.stringify(lines)),
		confirm: t("nextYear.open.confirm", titles),
	};
}

function complaintText({ language }: PreparerCtx, { reason, named }: OpeningComplaint): string {
	const { t } = textsOf(language);
	const name = reason === "setting-lost" ? t(`settings.field.${named}`) : named;
	return t(`nextYear.complaint.${reason}`, { name });
}

/** What is wrong with taking groups over, each with its name. */
export function refusedGroups({ language }: PreparerCtx, errors: FieldErrors): string[] {
	const { t } = textsOf(language);
	return Object.entries(errors).map(([group, why]) => {
		const complaint = saidComplaint(t, why, group);
		return isSettingGroup(group) ? `${t(`settings.group.${group}`)}: ${complaint}` : complaint;
	});
}
