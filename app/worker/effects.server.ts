import type { Ctx } from "~/lib/context";
import type { Effect } from "~/lib/db/effects";
import { makeReplayOf } from "~/lib/flights/replay/make-replay.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { forgetDevices } from "~/lib/live/listen.server";
import { sendQueuedMail } from "~/lib/notifications/send-queued-mail.server";
import { removePictures } from "~/lib/results/pictures/make-pictures.server";
import { scoreClassDay, scoreDaysOf, scoreEntry, scoreWhatIsDue } from "~/lib/scoring/score-class.server";

/** Does what a write has started. A failure is logged; the schedule does the work then. */
export async function carryOut(ctx: Ctx, effect: Effect): Promise<void> {
	try {
		await workOf(ctx, effect);
	} catch (error) {
		logLine("error", "effect", {
			requestId: ctx.requestId,
			effect: JSON.stringify(effect),
			...describeError(error),
		});
	}
}

function workOf(ctx: Ctx, effect: Effect): Promise<unknown> {
	switch (effect.kind) {
		case "mail-queued":
			return sendQueuedMail(ctx);
		case "scores-due":
			return scoreClassDay(ctx, effect);
		case "entry-scores-due":
			return scoreEntry(ctx, effect);
		case "class-scores-due":
			return scoreDaysOf(ctx, effect);
		case "all-scores-due":
			return scoreWhatIsDue(ctx);
		case "replay-due":
			return makeReplayOf(ctx, effect);
		case "devices-changed":
			return forgetDevices(ctx);
		case "pictures-withdrawn":
			return removePictures(ctx);
	}
}
