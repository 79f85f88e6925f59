import { data } from "@remix-run/cloudflare";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { refusalStatus } from "~/lib/refusals";
import type { FieldErrors } from "~/lib/result";
import { offerOf, type PreparerCtx, planTakeOver } from "~/lib/season/next-year.server";
import { openNextYear } from "~/lib/season/open-next-year.server";
import { prepareNextYear, type Ticked } from "~/lib/season/prepare-next-year.server";
import { isSettingGroup } from "~/lib/season/setting-groups";
import { openingOf, refusedGroups, summaryOfTakeOver } from "./page.server";

const here = "/admin/next-year";

function readTicked(form: FormData): Ticked {
	const all = (name: string) => form.getAll(name).map(String);
	return {
		groups: all("group").filter(isSettingGroup),
		gliders: form.has("gliders"),
		documents: all("document"),
		people: all("person"),
	};
}

/** Shows what ticked things would bring, and takes over what was shown. */
export async function prepare(ctx: PreparerCtx, draft: Ctx, form: FormData) {
	const ticked = readTicked(form);
	const offer = await offerOf(ctx, draft);
	const plan = await planTakeOver(ctx, draft, ticked.groups);
	if (!plan.ok) return refused(ctx, ticked, plan.errors ?? {});
	const key = await sha256Hex(JSON.stringify([ticked, plan.value.changes, offer]));
	if (form.get("intent") !== "take" || form.get("previewed") !== key) {
		const summary = { key, ...summaryOfTakeOver(ctx, draft, plan.value, { offer, ticked }) };
		return data({ ticked, errors: [] as string[], summary, opening: null });
	}
	const taken = await prepareNextYear(ctx, draft, ticked, offer);
	if (!taken.ok && taken.reason === "invalid-fields") return refused(ctx, ticked, taken.errors ?? {});
	return answer(here, taken, "nextYear.taken");
}

function refused(ctx: PreparerCtx, ticked: Ticked, errors: FieldErrors) {
	return data(
		{ ticked, errors: refusedGroups(ctx, errors), summary: null, opening: null },
		refusalStatus["invalid-fields"],
	);
}

/** Shows what opening does, and opens what was shown. */
export async function open(ctx: PreparerCtx, draft: Ctx, form: FormData) {
	const opening = await openingOf(ctx, draft);
	const shown = { ticked: null, errors: [] as string[], summary: null, opening };
	if (form.get("intent") !== "open") return data(shown);
	if (opening.complaints.length > 0) {
		const { t } = textsOf(ctx.language);
		return data({ ...shown, errors: [t("server.next-year-unready")] }, refusalStatus["next-year-unready"]);
	}
	// A midnight in between may have changed what opening does.
	if (form.get("previewed") !== opening.key) return data(shown);
	const opened = await openNextYear(ctx, draft);
	// Stale: the other press of two has opened it.
	if (!opened.ok && opened.reason !== "stale") return answer(here, opened, "nextYear.opened");
	// The main domain is another edition's now, in which nobody is signed in here.
	return redirectWithFlash("/", "nextYear.opened");
}
