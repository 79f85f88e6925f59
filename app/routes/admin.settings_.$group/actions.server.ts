import { data } from "@remix-run/cloudflare";
import type { HiddenValue } from "~/components/hidden-values";
import type { StaffCtx, UserCtx } from "~/lib/context";
import { type Setting, valueAt } from "~/lib/editions/edition-settings.server";
import { listNames } from "~/lib/entries/reconcile-lists.server";
import { optionalLine } from "~/lib/forms/fields";
import { largestLogo, limits } from "~/lib/forms/limits";
import { bodyOf, readForm, readUpload } from "~/lib/http/body.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { readTypedFields } from "~/lib/http/typed-fields.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { saidComplaint } from "~/lib/i18n/message";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import type { FieldErrors } from "~/lib/result";
import type { MovedPoints } from "~/lib/scoring/moved-points.server";
import { movedWords } from "~/lib/scoring/moved-words.server";
import {
	changeSettings,
	planSettings,
	readGroup,
	type SettingsPlan,
} from "~/lib/season/change-settings.server";
import { differencesOf, labelledSetting } from "~/lib/season/labelled-part.server";
import { logoByDigest, storeLogo } from "~/lib/season/logos.server";
import { type Earlier, planEarlier } from "~/lib/season/restore-settings.server";
import type { SettingGroup } from "~/lib/season/setting-groups";
import { isOfRow } from "~/lib/season/setting-parts";
import { boundaryOf } from "./boundary-map.server";
import { consequencesOf } from "./consequences.server";
import { movedPointsOf } from "./list-consequences.server";
import { holdingOf, settingsOf, valuesOf } from "./page.server";

const reasonField = optionalLine(limits.reason);

/** The button says what the form does: show what would change, save it, or set an earlier value again. */
export async function sendGroup(ctx: StaffCtx<"photos">, group: SettingGroup, request: Request) {
	const isUpload =
		group === "sponsors" && request.headers.get("Content-Type")?.startsWith("multipart/") === true;
	const body = await (isUpload ? readUpload : readForm)(request);
	if (!body.ok && isUpload && body.reason === "too-large") return tooLarge(ctx, group, request);
	const { form, errors } = await takeLogos(ctx, group, bodyOf(body));
	const seen = Number(form.get("seen"));
	const earlier = earlierIn(form);
	if (earlier) return sendEarlier(ctx, group, form, earlier);
	const sent = sentIn(ctx, group, form);
	const { typed, from } = sent;
	const reason = reasonField.safeParse(sent.reason);
	const refused = (why: RefusalReason, errors: FieldErrors, shown = sent) =>
		data(replyOf(ctx, { ...shown, why, errors }), refusalStatus[why]);
	const asSent = () => sentIn(ctx, group, rowsAsSent(form));
	if (Object.keys(errors).length > 0) return refused("invalid-fields", errors, asSent());
	if (!reason.success) return refused("invalid-fields", { reason: reason.error.issues[0]?.message ?? "" });
	const choice = await holdingOf(ctx, group);
	const plan = await planSettings(
		ctx,
		group,
		typed,
		choice?.options.find(({ value }) => value === from)?.value ?? null,
	);
	if (!plan.ok) {
		const wrong = plan.errors ?? {};
		// A row that cannot be removed stands in the form again.
		return refused(plan.reason, wrong, listNames.some((list) => list in wrong) ? asSent() : sent);
	}
	const { isSeen, preview } = await shownTo(ctx, plan.value, form);
	if (!isSeen) return data({ ...replyOf(ctx, sent), preview: await preview(null) });
	const saved = await changeSettings(ctx, plan.value, { seen, reason: reason.data });
	if (saved.ok) return redirectWithFlash(pageOf(group), "settings.saved");
	const conflict = differencesIn(ctx, plan.value).map(({ name, before, after }) => ({
		...{ name, label: name, yours: after, saved: before },
	}));
	return data({ ...replyOf(ctx, { ...sent, why: saved.reason }), conflict }, refusalStatus[saved.reason]);
}

const pageOf = (group: SettingGroup) => `/admin/settings/${group}`;

/** The earlier values that a form asks for; null where it asks for none. */
function earlierIn(form: FormData): Earlier | null {
	if (form.has("undo")) return "last-save";
	const key = form.get("restore");
	return key === null ? null : { key: String(key), version: Number(form.get("version")) };
}

/** Shows what earlier values would change, and sets them again. The last save is taken back by one press: its values were seen then. */
async function sendEarlier(ctx: StaffCtx<"photos">, group: SettingGroup, form: FormData, earlier: Earlier) {
	const held = { typed: valuesOf(ctx.edition, group), from: "", reason: "" };
	const seen = Number(form.get("seen"));
	const plan = await planEarlier(ctx, group, earlier);
	if (!plan.ok && plan.reason === "invalid-fields") {
		const reply = replyOf(ctx, { ...held, why: plan.reason, errors: plan.errors });
		return data(reply, refusalStatus[plan.reason]);
	}
	if (!plan.ok) return answer(pageOf(group), plan, "settings.restored");
	if (earlier !== "last-save") {
		const { isSeen, preview } = await shownTo(ctx, plan.value, form);
		const asked = { restore: earlier.key, version: earlier.version, seen };
		if (!isSeen) return data({ ...replyOf(ctx, held), preview: await preview(asked) });
	}
	const restored = await changeSettings(ctx, plan.value, { seen, reason: null });
	return answer(pageOf(group), restored, "settings.restored");
}

/** The form as it was typed, with complaints at the files that are too large. */
async function tooLarge(ctx: StaffCtx<"photos">, group: SettingGroup, request: Request) {
	const { form, files } = await readTypedFields(request);
	const large = [...files].filter(([, bytes]) => bytes > largestLogo);
	const errors = Object.fromEntries(
		large.map(([name]) => [name.replace(/\/file$/, ""), "settings.logo.tooLarge"]),
	);
	const reply = replyOf(ctx, { ...sentIn(ctx, group, rowsAsSent(form)), why: "too-large", errors });
	return data(reply, refusalStatus["too-large"]);
}

/** The form with its rows as they were sent, none moved or removed: a complaint about one stands at it. */
function rowsAsSent(form: FormData): FormData {
	const sent = new FormData();
	for (const [name, value] of form) if (!isOfRow(name)) sent.append(name, value);
	return sent;
}

/** What was typed, not checked. */
function sentIn(ctx: StaffCtx<"photos">, group: SettingGroup, form: FormData): Sent {
	const textOf = (name: string) => String(form.get(name) ?? "");
	return { typed: readGroup(ctx, group, form), from: textOf("from"), reason: textOf("reason") };
}

interface Sent {
	readonly typed: readonly Setting[];
	/** Local date. */
	readonly from: string;
	readonly reason: string;
	readonly why?: RefusalReason;
	readonly errors?: FieldErrors;
}

/** The form as it was typed. */
function replyOf(ctx: StaffCtx<"photos">, { typed, from, reason, why, errors = {} }: Sent) {
	const { t } = textsOf(ctx.language);
	return {
		settings: settingsOf(ctx, typed, []),
		from,
		reason,
		errors: Object.fromEntries(
			Object.entries(errors).map(([name, error]) => [name, saidComplaint(t, error, name)]),
		),
		// What is wrong with fields stands beside them.
		refusal: !why || why === "invalid-fields" ? null : saidComplaint(t, `server.${why}`, ""),
		preview: null,
		/** What was typed beside what somebody else has saved meanwhile; null where nobody has. */
		conflict: null,
	};
}

/** The values that a plan changes, as they are and as they would be. */
function differencesIn(ctx: StaffCtx<"photos">, { changes, after }: SettingsPlan) {
	return changes.flatMap(({ key }) =>
		differencesOf(
			labelledSetting(ctx, key, valueAt(ctx.edition, key)),
			labelledSetting(ctx, key, valueAt(after, key)),
			ctx.language,
		),
	);
}

/** Whether a form saves what was shown of a plan, and how it is shown. */
async function shownTo(ctx: StaffCtx<"photos">, plan: SettingsPlan, form: FormData) {
	const moved = await movedPointsOf(ctx, plan);
	const key = JSON.stringify([plan.changes, plan.from, moved?.key]);
	return {
		isSeen: form.get("intent") === "save" && form.get("previewed") === key,
		/** @param earlier the fields that ask for earlier values; null for those of the page's form */
		preview: (earlier: Readonly<Record<string, HiddenValue>> | null) =>
			previewOf(ctx, plan, { key, moved, earlier }),
	};
}

interface Shown {
	readonly key: string;
	readonly moved: MovedPoints | null;
	readonly earlier: Readonly<Record<string, HiddenValue>> | null;
}

/** What the plan changes: each value before and after, and what follows from it. */
async function previewOf(ctx: StaffCtx<"photos">, plan: SettingsPlan, { key, moved, earlier }: Shown) {
	const { t } = textsOf(ctx.language);
	const none = t("settings.none");
	const isNothing = plan.changes.length === 0;
	const changes = differencesIn(ctx, plan).map(({ before, after, ...row }) => ({
		...row,
		before: before || none,
		after: after || none,
	}));
	const isSameValue = !isNothing && changes.length === 0;
	return {
		key,
		earlier,
		nothing: isNothing ? t(earlier ? "settings.restore.nothing" : "settings.nothing") : null,
		changes,
		consequences: [
			...(isSameValue ? [t("settings.restore.same")] : []),
			...(await consequencesOf(ctx, plan)),
		],
		moved: moved && movedWords(ctx, moved),
		boundary: plan.group === "airfield" ? boundaryOf(plan.after, ctx.language) : null,
	};
}

const fileOf = "/logo/file";

/**
 * Stores the logos that a form sends and puts their paths into its fields. Complaints stand at the fields of the logos.
 */
async function takeLogos(ctx: UserCtx, group: SettingGroup, sent: FormData) {
	if (group !== "sponsors") return { form: sent, errors: {} };
	const form = new FormData();
	const errors: Record<string, string> = {};
	for (const [name, value] of sent)
		if (typeof value === "string" && !name.endsWith(fileOf)) form.append(name, value);
	for (const [name, file] of sent) {
		if (!name.endsWith(fileOf)) continue;
		const row = name.slice(0, -fileOf.length);
		const field = `${row}/logo`;
		if (typeof file !== "string" && file.size > 0) {
			const stored = await storeLogo(ctx, file);
			if (stored.ok) form.set(field, stored.value);
			else errors[field] = stored.errors?.logo ?? `server.${stored.reason}`;
		} else if (await isMissing(ctx, String(form.get(field)))) errors[field] = "settings.logo.missing";
	}
	return { form, errors: errors as FieldErrors };
}

/** Whether a path is that of a logo that nobody has sent, or that was removed as no setting named it. */
async function isMissing({ db }: UserCtx, path: string): Promise<boolean> {
	const [, sha256] = /^\/logos\/(\w+)\./.exec(path) ?? [];
	return sha256 !== undefined && (await logoByDigest(db, sha256)).length === 0;
}
