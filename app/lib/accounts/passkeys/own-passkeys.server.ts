import { and, count, desc, eq } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { done, type Result, refuse } from "~/lib/result";
import { passkeys } from "~db/schema";
import { passkeyChallenge, wrongPasskey } from "./check-passkey.server";
import { checkNewPasskey, type NewPasskey, type PasskeyHost } from "./web-authn.server";

const mostOfAccount = 10;

/** The challenge of a new passkey. @param formKey key of the form that sends it, which works once */
export function newPasskeyChallenge(ctx: StaffCtx<"overview">, formKey: string): string {
	const origin = `${ctx.session.id} ${formKey}`;
	return passkeyChallenge(ctx, "add", { userId: ctx.actor.id, origin, since: null });
}

/** What the page's form sends. */
interface SentPasskey {
	readonly added: NewPasskey;
	readonly formKey: string | null;
	/** Null when the host is not one of the edition's. */
	readonly host: PasskeyHost | null;
}

/** Adds a passkey to the account of the signed-in organiser, whose second factor is set up. */
export async function addPasskey(
	ctx: StaffCtx<"overview">,
	{ added, formKey, host }: SentPasskey,
): Promise<Result<null, "passkey-wrong" | "passkeys-full">> {
	const made =
		host && formKey && checkNewPasskey({ host, challenge: newPasskeyChallenge(ctx, formKey) }, added);
	if (!made) return wrongPasskey();
	const { db, actor, now } = ctx;
	const ofUser = eq(passkeys.userId, actor.id);
	const [own] = await db.select({ number: count() }).from(passkeys).where(ofUser);
	if ((own?.number ?? 0) >= mostOfAccount) return refuse("passkeys-full");
	const committed = await commit(ctx, {
		statements: [
			db
				.insert(passkeys)
				.values({ ...made, name: added.name, host: host.hostname, userId: actor.id, createdAt: now }),
			...consumeFormKey(ctx, formKey, made.id),
		],
		audit: { action: "account.passkey-add", subjectId: actor.id, after: { host: host.hostname } },
		outbox: [mailTo(actor, "second-factor", { event: "passkey" })],
		visible: false,
	});
	return committed.ok ? done(null) : wrongPasskey();
}

export async function removePasskey(
	ctx: StaffCtx<"overview">,
	id: string,
): Promise<Result<null, "not-found">> {
	const { db, actor } = ctx;
	const own = and(eq(passkeys.id, id), eq(passkeys.userId, actor.id));
	const committed = await commit(ctx, {
		statements: [exactlyOne(db.delete(passkeys).where(own))],
		audit: { action: "account.passkey-remove", subjectId: actor.id },
		visible: false,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

/** Returns the passkeys of an account, the newest first. */
export function passkeysOf(db: Db, userId: string) {
	return db
		.select()
		.from(passkeys)
		.where(eq(passkeys.userId, userId))
		.orderBy(desc(passkeys.createdAt), passkeys.id);
}
