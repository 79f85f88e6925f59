import { data } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import { decideChange } from "~/lib/entries/decide-change.server";
import {
	disqualificationSchema,
	disqualifyEntry,
	liftDisqualification,
	liftingSchema,
} from "~/lib/entries/disqualify.server";
import { withdrawalSchema, withdrawEntry } from "~/lib/entries/entry-flags.server";
import { entryPath } from "~/lib/entries/entry-paths";
import { adminEntrySchema, holdsFrom } from "~/lib/entries/entry-schema";
import { updateEntry } from "~/lib/entries/update-entry.server";
import {
	byIntent,
	carryOut,
	type FormReply,
	invalidForm,
	refusedForm,
	unjudgedForm,
} from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { errorPage } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { refusalStatus } from "~/lib/refusals";
import { type Result, refuse } from "~/lib/result";
import { movedByAmendment, movedByConsent } from "~/lib/scoring/moved-points.server";
import { type MovedWords, movedWords } from "~/lib/scoring/moved-words.server";

/** The answer to the form of the entry. */
export interface EntryReply extends FormReply {
	/** Set when the change would move points that nobody has confirmed. */
	readonly moved?: MovedWords;
}

/** The answer to a consent that would move points. */
export interface ConsentReply {
	readonly from: string | null;
	readonly moved: MovedWords;
}

/** Does what a form of the page asks for. */
export function actOnEntry(ctx: StaffCtx<"entries">, id: string, form: FormData) {
	const act = async <S extends z.ZodType>(
		schema: S,
		run: (ctx: StaffCtx<"entries">, id: string, why: z.output<S>) => Promise<Result<unknown>>,
	) => {
		const acted = await carryOut({ ctx, form }, schema, (_, why) => run(ctx, id, why));
		return answer(entryPath(id), acted, "registration.update.success", "registration.update.error");
	};
	return byIntent(form, {
		withdraw: () => act(withdrawalSchema, withdrawEntry),
		disqualify: () => act(disqualificationSchema, disqualifyEntry),
		"lift-disqualification": () => act(liftingSchema, liftDisqualification),
		"accept-change": () => decide(ctx, id, form, true),
		"refuse-change": () => decide(ctx, id, form, false),
		otherwise: () => amend(ctx, id, form),
	});
}

/** Saves the entry. A change that moves points shows them first. */
async function amend(ctx: StaffCtx<"entries">, id: string, form: FormData) {
	const submission = parseForm(form, adminEntrySchema);
	if (form.get("intent") === "change-class") return unjudgedForm(submission);
	if (submission.status !== "success") return invalidForm(submission);
	const moved = await movedByAmendment(ctx, id, submission.value);
	if (moved && form.get("confirmed") !== moved.key) {
		const { data: reply, init } = refusedForm(submission, refuse("points-move"));
		return data({ ...reply, moved: movedWords(ctx, moved) } satisfies EntryReply, init ?? undefined);
	}
	const result = await updateEntry(ctx, id, submission.value);
	if (!result.ok) {
		if (result.reason === "not-found") throw errorPage("not-found");
		return refusedForm(submission, result);
	}
	return redirectWithFlash(entryPath(id), "registration.update.success");
}

/** Makes or refuses the change that the competitor has asked for. One that moves points shows them first. */
async function decide(ctx: StaffCtx<"entries">, id: string, form: FormData, accepts: boolean) {
	const parsed = holdsFrom.safeParse(form.get("from"));
	if (!parsed.success) return redirectRefused(entryPath(id), "invalid-fields", "server.invalid-fields");
	const from = parsed.data;
	const moved = accepts ? await movedByConsent(ctx, id, from) : null;
	if (moved && form.get("confirmed") !== moved.key) {
		const reply: ConsentReply = { from, moved: movedWords(ctx, moved) };
		return data(reply, refusalStatus["points-move"]);
	}
	const decided = await decideChange(ctx, id, { accepts, version: Number(form.get("version")), from });
	const isOfDay = !decided.ok && decided.errors?.from !== undefined;
	const failures = isOfDay ? {} : ({ "invalid-fields": "startingList.change.impossible" } as const);
	return answer(entryPath(id), decided, `startingList.change.${accepts ? "accepted" : "refused"}`, failures);
}
