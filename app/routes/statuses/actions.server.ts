import { redirect } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { DeskCtx } from "~/lib/context";
import {
	addReserve,
	makeStatuses,
	removeReserve,
	setStatus,
} from "~/lib/days/statuses/change-statuses.server";
import { makeStatusesSchema, reserveSchema, statusFormSchema } from "~/lib/days/statuses/status-schema";
import { statusById } from "~/lib/days/statuses/statuses-queries.server";
import { readFormKey } from "~/lib/db/form-key.server";
import { acceptLandingOut } from "~/lib/desk/accept-landing.server";
import { classLaunchSchema, pilotOnDaySchema, undoLaunchSchema } from "~/lib/desk/grid-schema";
import { launchTogether, undoLaunch } from "~/lib/desk/launch.server";
import { byIntent, carryOut, type UseCase } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { answer, redirectRefused, redirectWithFlash, type Says } from "~/lib/http/redirect.server";
import { formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { readDeskPositions } from "~/lib/live/desk-live.server";
import { liveLanding } from "~/lib/live/live-landing";
import type { RefusalReason } from "~/lib/refusals";

interface SentForm {
	readonly ctx: DeskCtx;
	readonly form: FormData;
	/** Path of the board with the same choices. */
	readonly back: string;
	/** Whether a browser sent it without scripts, which loads a whole page. */
	readonly isDocument: boolean;
}

/** Does what a button of the page asks for. Those of a status have no intent. */
export function actOnBoard(sent: SentForm): Promise<Response> {
	return byIntent(sent.form, {
		make: () =>
			answerTap(sent, makeStatusesSchema, makeStatuses, ({ length: count }) => ({
				key: "statuses.made",
				count,
			})),
		"accept-out": () => answerTap(sent, pilotOnDaySchema, acceptOut, null),
		launch: () => answerTap(sent, classLaunchSchema, launchTogether, null),
		"undo-launch": () => answerTap(sent, undoLaunchSchema, undoLaunch, null),
		"add-reserve": () => answerTap(sent, reserveSchema, addReserve, "statuses.reserves.add-reserve"),
		"remove-reserve": () => answerTap(sent, reserveSchema, removeReserve, "statuses.reserves.remove-reserve"),
		otherwise: () => answerStatus(sent),
	});
}

async function acceptOut(ctx: DeskCtx, input: z.output<typeof pilotOnDaySchema>) {
	const { pilots } = await readDeskPositions(ctx);
	return acceptLandingOut(ctx, input, (pilot) => {
		const position = pilots.get(pilot.id);
		return position ? liveLanding(ctx.edition, position, pilot) : null;
	});
}

function failed(back: string): Response {
	return redirectWithFlash(back, { key: "competitorStatus.update.error", kind: "error" });
}

async function answerTap<S extends z.ZodType, T>(
	sent: SentForm,
	schema: S,
	run: UseCase<DeskCtx, S, T, RefusalReason>,
	says: Says<T>,
): Promise<Response> {
	const result = await carryOut(sent, schema, run);
	return result.ok ? answer(sent.back, result, says) : failed(sent.back);
}

async function answerStatus({ ctx, form, back, isDocument }: SentForm): Promise<Response> {
	const submission = parseForm(form, statusFormSchema);
	if (submission.status !== "success") return failed(back);
	const set = await setStatus(ctx, submission.value, readFormKey(form));
	if (!set.ok && set.reason === "stale") return redirectWithNewerStatus(ctx, submission.value.id, back);
	if (!set.ok) return redirectRefused(back, set.reason, "competitorStatus.update.error");
	// A whole page would load at its top, away from the competitor's row.
	return redirect(isDocument ? `${back}#status-${set.value.id}` : back, 303);
}

/** Says what somebody else has set meanwhile, so that the organiser can choose. */
async function redirectWithNewerStatus({ db, language }: DeskCtx, id: string, back: string) {
	const [newer] = await statusById(db, id);
	const seen = newer?.status ?? "";
	return redirectRefused(back, "stale", "competitorStatus.changed", {
		key: "conflict.status",
		values: {
			seen,
			status: textsOf(language).t(`competitorStatus.${seen || "none"}`),
			by: newer?.setBy ?? "",
			time: newer ? formatTime(newer.updatedAt, language) : "",
		},
	});
}
