import type { Channel, Role } from "~db/enums";
import type { Edition } from "~editions/schema";
import type { Db } from "./db/client.server";
import type { Effect } from "./db/effects";
import type { HeldEdition } from "./editions/opening-times";
import type { Language } from "./i18n/language";
import type { Right, scorerRights } from "./rights";
import type { Settings } from "./settings.server";
import type { WorkBudget } from "./work-budget";

/** The signed-in user. */
export interface Actor {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	/** Whether somebody who reads the mails of the address has confirmed it. */
	readonly verified: boolean;
	/** Null for who organises nothing, and until the second factor is confirmed. */
	readonly role: Role | null;
	readonly language: Language;
	/** Set while somebody works at the desk by a link. The actor is then the organiser who made the link, without any other right. */
	readonly duty?: Duty;
}

/** The work at the desk of one day that a link allows without an account. */
export interface Duty {
	/** Id of the link. */
	readonly id: string;
	readonly dayId: string;
	/** Local date of the day. */
	readonly date: string;
}

/** Stands for the account of whoever works by a link, where a browser keeps what it could not send: the next link may send it. */
export const onDutyAccount = "duty";

export interface CurrentSession {
	/** The token's `jti`. */
	readonly id: string;
	/** The account's version when the session began; whatever ends all sessions raises that of the account. */
	readonly tokenVersion: number;
	/** When the second factor was last confirmed; null for a session of a password alone. */
	readonly confirmedAt: Date | null;
}

/** All that a use case may depend on. There is one for each request or run of the scheduler. */
export interface Ctx {
	readonly edition: HeldEdition;
	/** The editions that are drafts now and have a database, oldest first. */
	readonly drafts: readonly Edition[];
	/** The context of a draft, in which nobody is signed in. */
	readonly inDraft: (draft: Edition) => Promise<Ctx>;
	readonly db: Db;
	/** Opens the database of another edition; null when none is bound. Read there is an earlier entry that is taken over, and what a year's organisers have set. */
	readonly earlierDb: (edition: Edition) => Db | null;
	readonly files: R2Bucket;
	/** What listens to the Open Glider Network for the newest edition; null where nothing does. */
	readonly live: Pick<DurableObjectStub, "fetch"> | null;
	readonly now: Date;
	/** How the request came. It has no meaning in a run of the scheduler. */
	readonly channel: Channel;
	readonly actor: Actor | null;
	/** The actor who works at the desk by a link, with or without an account; see `asDesk`. */
	readonly onDuty: (Actor & { readonly duty: Duty }) | null;
	/** Session of the signed-in user. */
	readonly session: CurrentSession | null;
	readonly language: Language;
	readonly settings: Settings;
	readonly requestId: string;
	/** The client's address, for rate limits; null where the platform has none. */
	readonly ip: string | null;
	/** The browser or program that the client says it is. */
	readonly userAgent: string | null;
	/** What the invocation may still spend on flight logs. */
	readonly work: WorkBudget;
	/** Lets work continue after the response. */
	readonly defer: (work: Promise<unknown>) => void;
	/** `commit` calls it with the effects of a write, which run after the response. */
	readonly start: (effect: Effect) => void;
	/** `commit` calls it with the new version of the edition's data. */
	readonly written: (version: number) => void;
	/** `commit` calls it when visitors can see the change; this isolate then reads the content version anew. */
	readonly contentChanged: () => void;
}

export type UserCtx = Ctx & { readonly actor: Actor; readonly session: CurrentSession };

/** It exists for the compiler alone: `may` says whether a context has the right. */
declare const rights: unique symbol;

/** The context of somebody whose role has a right. Only `may` and `asStaff` make one, so a use case that asks for it is asked with that right. */
export type StaffCtx<R extends Right> = UserCtx & { readonly [rights]: Readonly<Record<R, true>> };

/** The context of a page of scoring, where logs are matched and airspaces switched as well. */
export type ScorerCtx = StaffCtx<(typeof scorerRights)[number]>;

/**
 * The context of somebody of the desk, or of who works there by a link for one day. Such a link opens the statuses, the grid with
 * its launches, the reports of outlandings and the red list of its day; telephone numbers one at a time, which is recorded.
 */
export type DeskCtx = StaffCtx<"desk"> | (Ctx & { readonly actor: Actor & { readonly duty: Duty } });
