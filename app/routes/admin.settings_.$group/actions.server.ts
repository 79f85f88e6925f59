import { data } from "@remix-run/cloudflare";
import type { StaffCtx } from "~/lib/context";
import { type Setting, valueAt } from "~/lib/editions/edition-settings.server";
import { optionalLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { bodyOf, readForm, readUpload } from "~/lib/http/body.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { saidComplaint } from "~/lib/i18n/message";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import type { FieldErrors } from "~/lib/result";
import {
	changeSettings,
	planSettings,
	readGroup,
	restoreSetting,
	type SettingsPlan,
} from "~/lib/season/change-settings.server";
import { differencesOf, labelledSetting } from "~/lib/season/labelled-part.server";
import type { SettingGroup } from "~/lib/season/setting-groups";
import { boundaryOf } from "./boundary-map.server";
import { consequencesOf } from "./consequences.server";
import { holdingOf, settingsOf, valuesOf } from "./page.server";
import { takeLogos } from "./take-logos.server";

const reasonField = optionalLine(limits.reason);

/** The button says what the form does: show what would change, save it, or set an earlier value again. */
export async function sendGroup(ctx: StaffCtx<"photos">, group: SettingGroup, request: Request) {
	const isUpload =
		group === "sponsors" && request.headers.get("Content-Type")?.startsWith("multipart/") === true;
	const body = await (isUpload ? readUpload : readForm)(request);
	if (!body.ok && isUpload && body.reason === "too-large")
		return data(replyOf(ctx, { typed: valuesOf(ctx.edition, group), from: "", why: "too-large" }), 413);
	const { form, errors } = await takeLogos(ctx, group, bodyOf(body));
	const seen = Number(form.get("seen"));
	const here = `/admin/settings/${group}`;
	const restored = form.get("restore");
	if (restored !== null) {
		const wanted = { key: String(restored), version: Number(form.get("version")), seen };
		return answer(here, await restoreSetting(ctx, group, wanted), "settings.restored");
	}
	const typed = readGroup(ctx, group, form);
	const from = String(form.get("from") ?? "");
	const reason = reasonField.safeParse(form.get("reason"));
	const refused = (why: RefusalReason, errors: FieldErrors = {}) =>
		data(replyOf(ctx, { typed, from, why, errors }), refusalStatus[why]);
	if (Object.keys(errors).length > 0) return refused("invalid-fields", errors);
	if (!reason.success) return refused("invalid-fields", { reason: reason.error.issues[0]?.message ?? "" });
	const choice = await holdingOf(ctx, group);
	const plan = await planSettings(
		ctx,
		group,
		typed,
		choice?.options.find(({ value }) => value === from)?.value ?? null,
	);
	if (!plan.ok) return refused(plan.reason, plan.errors);
	const key = JSON.stringify([plan.value.changes, plan.value.from]);
	const isSeen = form.get("intent") === "save" && form.get("previewed") === key;
	if (!isSeen)
		return data({ ...replyOf(ctx, { typed, from }), preview: await previewOf(ctx, plan.value, key) });
	const saved = await changeSettings(ctx, plan.value, { seen, reason: reason.data });
	return saved.ok ? redirectWithFlash(here, "settings.saved") : refused(saved.reason);
}

interface Sent {
	readonly typed: readonly Setting[];
	/** Local date. */
	readonly from: string;
	readonly why?: RefusalReason;
	readonly errors?: FieldErrors;
}

/** The form as it was typed. */
function replyOf(ctx: StaffCtx<"photos">, { typed, from, why, errors = {} }: Sent) {
	const { t } = textsOf(ctx.language);
	return {
		settings: settingsOf(ctx, typed, []),
		from,
		errors: Object.fromEntries(
			Object.entries(errors).map(([name, error]) => [name, saidComplaint(t, error, name)]),
		),
		// What is wrong with fields stands beside them.
		refusal: !why || why === "invalid-fields" ? null : saidComplaint(t, `server.${why}`, ""),
		preview: null,
	};
}

/** What the plan changes: each value before and after, and what follows from it. */
async function previewOf(ctx: StaffCtx<"photos">, plan: SettingsPlan, key: string) {
	const { t } = textsOf(ctx.language);
	const none = t("settings.none");
	return {
		key,
		nothing: plan.changes.length === 0 ? t("settings.nothing") : null,
		changes: plan.changes.flatMap(({ key: name }) =>
			differencesOf(
				labelledSetting(ctx, name, valueAt(ctx.edition, name)),
				labelledSetting(ctx, name, valueAt(plan.after, name)),
				ctx.language,
			).map(({ before, after, ...row }) => ({ ...row, before: before || none, after: after || none })),
		),
		consequences: await consequencesOf(ctx, plan),
		boundary: plan.group === "airfield" ? boundaryOf(plan.after, ctx.language) : null,
	};
}
