import type { Channel } from "~db/enums";
import type { Edition } from "~editions/schema";
import type { Db } from "./db/client.server";
import type { Effect } from "./db/effects";
import type { Language } from "./i18n/language";
import type { Settings } from "./settings.server";

/** The signed-in user. */
export interface Actor {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	/** Whether somebody who reads the mails of the address confirmed it. */
	readonly verified: boolean;
	readonly admin: boolean;
	readonly language: Language;
	/** Set while somebody works at the desk by a link: then this is the organiser who made it, without a right beside it. */
	readonly duty?: Duty;
}

/** The work at the desk of one day that a link allows without an account. */
export interface Duty {
	/** Of the link. */
	readonly id: string;
	readonly dayId: string;
	/** Of the day, local. */
	readonly date: string;
}

export interface CurrentSession {
	/** The token's `jti`. */
	readonly id: string;
	/** When the second factor was last confirmed; null for a session of a password alone. */
	readonly confirmedAt: Date | null;
}

/** All that a use case may depend on. One per request or run of the scheduler. */
export interface Ctx {
	readonly edition: Edition;
	readonly db: Db;
	readonly files: R2Bucket;
	readonly now: Date;
	/** How the request came; no meaning in a run of the scheduler. */
	readonly channel: Channel;
	readonly actor: Actor | null;
	/** Who works at the desk by a link, beside the account or without one; see `asDesk`. */
	readonly onDuty: (Actor & { readonly duty: Duty }) | null;
	/** Of the signed-in user. */
	readonly session: CurrentSession | null;
	/** Of the response. */
	readonly language: Language;
	readonly settings: Settings;
	readonly requestId: string;
	/** The client's address, for rate limits; null where the platform has none. */
	readonly ip: string | null;
	/** What the client says it is. */
	readonly userAgent: string | null;
	/** Lets work go on after the response. */
	readonly defer: (work: Promise<unknown>) => void;
	/** Called by `commit` with what the write starts beside itself; it goes on after the response. */
	readonly start: (effect: Effect) => void;
	/** Called by `commit` with the version of the edition's data that it has made. */
	readonly written: (version: number) => void;
	/** Called by `commit` when visitors can see the change: this isolate reads the content version anew. */
	readonly contentChanged: () => void;
}

export type UserCtx = Ctx & { readonly actor: Actor; readonly session: CurrentSession };
export type AdminCtx = UserCtx & { readonly actor: Actor & { readonly admin: true } };
/** Of whoever works at the desk: an organiser, or somebody with a link for one day. */
export type DeskCtx = Ctx & {
	readonly actor: Actor & ({ readonly admin: true } | { readonly duty: Duty });
};
