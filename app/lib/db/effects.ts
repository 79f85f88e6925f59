import type { ClassDay } from "~/lib/class-day";

/**
 * What a write starts beside itself, after the response; `commit` names it, and app/worker/effects.server.ts does it. So a room starts
 * work in a higher one without knowing it. What fails or is lost is done by the schedule.
 */
export type Effect =
	| { readonly kind: "mail-queued" }
	/** Of a class on a day. */
	| ({ readonly kind: "scores-due" } & ClassDay)
	/** Of the class of an entry, on a day. */
	| { readonly kind: "entry-scores-due"; readonly dayId: string; readonly registrationId: string }
	/** Of every day with a task: an entry, its glider or a handicap has changed. `classIds` is null for all classes. */
	| { readonly kind: "class-scores-due"; readonly classIds: readonly string[] | null }
	/** Of whatever another airspace in force has made due. */
	| { readonly kind: "all-scores-due" }
	| ({ readonly kind: "replay-due" } & ClassDay)
	/** Of what people share: somebody must not stand on them any more. */
	| { readonly kind: "pictures-withdrawn" };

interface Starting {
	readonly start: (effect: Effect) => void;
}

/** Does several writes and starts each of their effects once, when all are done. */
export async function startingOnce<C extends Starting, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
	const effects = new Map<string, Effect>();
	const result = await work({ ...ctx, start: (effect) => effects.set(JSON.stringify(effect), effect) });
	for (const effect of effects.values()) ctx.start(effect);
	return result;
}
