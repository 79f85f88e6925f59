import type { ServerBuild } from "@remix-run/cloudflare";
import type { Ctx } from "~/lib/context";
import type { TrackingEntry } from "~/lib/days/tracking-queries.server";
import type { Flash } from "~/lib/http/flash.server";

/** What the Worker hands to every loader and action. */
export type RequestState = {
	/** Replaced by an action that begins a session and answers with a page. */
	ctx: Ctx;
	/** Why the token that came with the request is no good; null without one. */
	readonly tokenRefusal: "token-invalid" | "user-missing" | null;
	/** Whether a visitor's browser has a duty link that does not hold any more. */
	readonly isDutyOver: boolean;
	/** When the session ends; null for visitors. */
	readonly sessionEndsAt: Date | null;
	/** The message of the page before; shown once. */
	readonly flash: Flash | null;
	/** Version of the edition's data when the request began: whatever the request reads is at least as new. */
	readonly version: number;
	/** What the writes of this request have made of it. */
	readonly writes: { lastVersion: number | null };
	/** Tracking links of the current competition day, for the menu. */
	readonly tracking: readonly TrackingEntry[];
	/** Folded start numbers that both classes have. */
	readonly sharedNumbers: readonly string[];
	/** Lets the inline scripts of a hydrated page run. */
	readonly nonce: string;
	/** Every route of the build, which says what pages may be fetched beforehand. */
	readonly routes: ServerBuild["routes"];
	/** Errors that Remix caught; the Worker turns a failed database into 503. */
	readonly failures: unknown[];
};

declare module "@remix-run/cloudflare" {
	interface AppLoadContext extends RequestState {}
}
