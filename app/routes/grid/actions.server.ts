import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import type { z } from "zod";
import { isAtDesk } from "~/lib/access";
import type { DeskCtx, UserCtx } from "~/lib/context";
import { readFormKey } from "~/lib/db/form-key.server";
import {
	drawGrid,
	noteRemark,
	pilotOnGrid,
	scratchPilot,
	unscratchPilot,
} from "~/lib/desk/change-grid.server";
import {
	drawSchema,
	launchTapSchema,
	pilotOnDaySchema,
	remarkSchema,
	rowLaunchSchema,
	scratchSchema,
	undoLaunchSchema,
} from "~/lib/desk/grid-schema";
import { launchTogether, setLaunches, undoLaunch } from "~/lib/desk/launch.server";
import { complaints } from "~/lib/forms/fields";
import { byIntent, carryOut } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { requireDesk, requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectRefused } from "~/lib/http/redirect.server";
import { formatTime } from "~/lib/i18n/format-dates";
import type { RefusalReason } from "~/lib/refusals";
import type { Result } from "~/lib/result";
import { launchTarget } from "./pilot-on-grid";

interface SentForm {
	readonly context: AppLoadContext;
	readonly form: FormData;
	/** Path of the page with the same choices. */
	readonly back: string;
}

/** Does what a button of the grid asks for. Those of a launch have no intent. */
export function actOnGrid(sent: SentForm): Promise<Response> {
	return byIntent(sent.form, {
		draw: () => atDesk(sent, drawSchema, drawGrid),
		remark: () => atDesk(sent, remarkSchema, noteRemark),
		"undo-launch": () => atDesk(sent, undoLaunchSchema, undoLaunch),
		"launch-row": () => atDesk(sent, rowLaunchSchema, launchTogether),
		scratch: () => byAnybody(sent, scratchSchema, scratchPilot),
		unscratch: () => byAnybody(sent, pilotOnDaySchema, unscratchPilot),
		otherwise: () => answerLaunch(sent),
	});
}

type Run<C, S extends z.ZodType> = (
	ctx: C,
	input: z.output<S>,
	formKey: string | null,
) => Promise<Result<null, RefusalReason>>;

function atDesk<S extends z.ZodType>({ context, ...sent }: SentForm, schema: S, run: Run<DeskCtx, S>) {
	return answerRow(requireDesk(context), sent, schema, run);
}

/** The desk, or a pilot about the own entry. */
function byAnybody<S extends z.ZodType>(
	{ context, ...sent }: SentForm,
	schema: S,
	run: Run<DeskCtx | UserCtx, S>,
) {
	const ctx = isAtDesk(context.ctx) || context.isDutyOver ? requireDesk(context) : requireUser(context);
	return answerRow(ctx, sent, schema, run);
}

async function answerRow<C extends DeskCtx | UserCtx, S extends z.ZodType>(
	ctx: C,
	{ form, back }: Omit<SentForm, "context">,
	schema: S,
	run: Run<C, S>,
): Promise<Response> {
	const result = await carryOut({ ctx, form }, schema, run);
	const isUnreasoned = !result.ok && result.errors?.reason === complaints.required;
	return answer(back, result, null, {
		"invalid-fields": isUnreasoned ? "grid.reasonMissing" : "grid.error",
		stale: "grid.changed",
	});
}

async function answerLaunch({ context, form, back }: SentForm): Promise<Response> {
	const ctx = requireDesk(context);
	const submission = parseForm(form, launchTapSchema);
	if (submission.status !== "success") return redirectRefused(back, "invalid-fields", "grid.error");
	const { value } = submission;
	const set = await setLaunches(ctx, value, readFormKey(form));
	if (set.ok) return redirect(`${back}#${launchTarget(value.day, value.pilot)}`, 303);
	if (set.reason !== "stale") return redirectRefused(back, set.reason, `server.${set.reason}`);
	const { pilot } = await pilotOnGrid(ctx, value);
	const times = (pilot?.launches ?? []).map((at) => formatTime(new Date(at), ctx.language));
	return redirectRefused(back, "stale", "grid.changed", {
		key: times.length > 0 ? "conflict.launches" : "conflict.launches.none",
		values: { seen: String(times.length), times: times.join(", ") },
	});
}
