import { env } from "cloudflare:test";
import type { Actor, Ctx } from "~/lib/context";
import { readSettings } from "~/lib/settings.server";
import { WorkBudget } from "~/lib/work-budget";
import { editionOfYear } from "~editions/index";
import { databaseOf } from "./factories";
import { heldTestEdition } from "./test-edition";

interface ContextOptions {
	readonly year?: number;
	readonly now?: Date;
	readonly actor?: Actor | null;
	/** Instead of that of the edition. */
	readonly db?: ReturnType<typeof databaseOf>;
	/** Bindings and variables other than those of the test environment. */
	readonly env?: Partial<Env>;
}

/** The context of a use case called without a request. Queued mail is not sent by itself. */
export function contextOf({ year, now, actor = null, db, env: other }: ContextOptions = {}): Ctx {
	const edition = heldTestEdition(year ? editionOfYear(year) : {});
	return {
		edition,
		drafts: [],
		inDraft: (draft) => Promise.resolve(contextOf({ year: draft.year, ...(now ? { now } : {}) })),
		db: db ?? databaseOf(edition.year),
		earlierDb: () => null,
		files: env.FILES,
		live: null,
		now: now ?? new Date("2025-03-02T10:00:00Z"),
		channel: "page",
		onDuty: null,
		actor,
		session: actor && { id: "test", tokenVersion: 1, confirmedAt: null },
		language: "cs",
		settings: readSettings({ ...env, ...other } as Env, edition.year),
		requestId: "test",
		ip: null,
		userAgent: null,
		work: new WorkBudget(),
		defer: () => {},
		start: () => {},
		contentChanged: () => {},
		written: () => {},
	};
}
