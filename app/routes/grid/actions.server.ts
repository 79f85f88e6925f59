import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { isAtDesk } from "~/lib/access";
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
	const { context, form, back } = sent;
	const atDesk = () => ({ ctx: requireDesk(context), form });
	/** The desk, or a pilot about the own entry. */
	const byAnybody = () => {
		const isDesk = isAtDesk(context.ctx) || context.isDutyOver;
		return { ctx: isDesk ? requireDesk(context) : requireUser(context), form };
	};
	return byIntent(form, {
		draw: () => answerTap(back, carryOut(atDesk(), drawSchema, drawGrid)),
		remark: () => answerTap(back, carryOut(atDesk(), remarkSchema, noteRemark)),
		"undo-launch": () => answerTap(back, carryOut(atDesk(), undoLaunchSchema, undoLaunch)),
		"launch-row": () => answerTap(back, carryOut(atDesk(), rowLaunchSchema, launchTogether)),
		scratch: () => answerTap(back, carryOut(byAnybody(), scratchSchema, scratchPilot)),
		unscratch: () => answerTap(back, carryOut(byAnybody(), pilotOnDaySchema, unscratchPilot)),
		otherwise: () => answerLaunch(sent),
	});
}

async function answerTap(back: string, tapped: Promise<Result<null>>): Promise<Response> {
	const result = await tapped;
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
