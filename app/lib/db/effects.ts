import type { ClassDay } from "~/lib/class-day";

/** Who changes what scores are made of. Announced points follow an organiser alone (docs/security.md, rule 52). */
export type Cause = "organiser" | "other";

interface Caused {
	readonly by: Cause;
}

/** Scores to be made anew. */
export type ScoresDue = Caused &
	(
		| ({ readonly kind: "scores-due" } & ClassDay)
		/** The scores of an entry's class on a day. */
		| { readonly kind: "entry-scores-due"; readonly dayId: string; readonly registrationId: string }
		/**
		 * The scores of every day with a task: an entry, its glider or a handicap has changed. `classIds` is null for all classes, `from`
		 * for all days.
		 */
		| {
				readonly kind: "class-scores-due";
				readonly classIds: readonly string[] | null;
				/** Local date. */
				readonly from: string | null;
		  }
		/** All scores that another airspace in force affects. */
		| { readonly kind: "all-scores-due" }
	);

/**
 * Work that a write starts after the response. `commit` names it, and app/worker/effects.server.ts does it, so a room starts work
 * in a higher one without knowing it. The schedule repeats what fails or is lost.
 */
export type Effect =
	| { readonly kind: "mail-queued" }
	| ScoresDue
	| ({ readonly kind: "replay-due" } & ClassDay)
	/** What listens to the Open Glider Network must hear which devices it may keep now. */
	| { readonly kind: "devices-changed" }
	/** The pictures that people share: they must no longer show somebody. */
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
