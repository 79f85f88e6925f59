import type { Edition } from "~editions/schema";
import type { Db } from "./db/client.server";
import type { Language } from "./i18n/language";
import type { Settings } from "./settings.server";

/** Who is logged in. */
export interface Actor {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	readonly admin: boolean;
	readonly language: Language;
}

/** All that a use case may depend on; made once per request or run of the scheduler. */
export interface Ctx {
	readonly edition: Edition;
	readonly db: Db;
	readonly files: R2Bucket;
	readonly now: Date;
	readonly actor: Actor | null;
	/** The language the request is answered in. */
	readonly language: Language;
	readonly settings: Settings;
	readonly requestId: string;
	/** Address of the client for rate limits; null where the platform gives none. */
	readonly ip: string | null;
	/** Work that goes on after the answer. */
	readonly defer: (work: Promise<unknown>) => void;
	/** Called by `commit` when mails were queued: sends them after the answer. */
	readonly mailQueued: () => void;
	/** Called by `commit` when visitors can see the change: this isolate reads the content version anew. */
	readonly contentChanged: () => void;
}

export type UserCtx = Ctx & { readonly actor: Actor };
export type AdminCtx = Ctx & { readonly actor: Actor & { readonly admin: true } };
