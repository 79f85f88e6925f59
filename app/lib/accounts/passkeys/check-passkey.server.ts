import { and, eq } from "drizzle-orm";
import type { UsedCode } from "~/lib/accounts/second-factor/check-code.server";
import type { Ctx } from "~/lib/context";
import { exactlyOne } from "~/lib/db/commit.server";
import { parseForm } from "~/lib/forms/parse-form";
import { done, type Result, refuse } from "~/lib/result";
import { passkeys } from "~db/schema";
import { derivedFromFactorSecret } from "../second-factor/factor-secret.server";
import {
	checkProof,
	type PasskeyHost,
	type PasskeyProof,
	passkeyHost,
	passkeyProofSchema,
} from "./web-authn.server";

type Use = "log-in" | "confirm";

/** A proof, and the host whose page asked for it; null when the host is not one of the edition's. */
export interface SentProof {
	readonly proof: PasskeyProof;
	readonly host: PasskeyHost | null;
}

/** What a page asks the browser for; null when the account has no passkey for the host. */
interface PasskeyRequest {
	readonly challenge: string;
	readonly credentialIds: readonly string[];
}

/** The account, and the login or session, that a passkey is asked for. */
export interface ChallengedBy {
	readonly userId: string;
	/** Id of the login or session that asks. */
	readonly origin: string;
	/** Time of the last confirmation. It changes when the challenge is used; null when something else prevents a second use. */
	readonly since: Date | null;
}

export async function requestPasskey(
	ctx: Ctx,
	use: Use,
	by: ChallengedBy,
	host: PasskeyHost | null,
): Promise<PasskeyRequest | null> {
	if (!host) return null;
	const rows = await ctx.db
		.select({ id: passkeys.id })
		.from(passkeys)
		.where(and(eq(passkeys.userId, by.userId), eq(passkeys.host, host.hostname)));
	if (rows.length === 0) return null;
	return { challenge: passkeyChallenge(ctx, use, by), credentialIds: rows.map(({ id }) => id) };
}

/**
 * The challenge that a passkey signs, in base64url. It is derived from the login or session that asks, so nothing is stored, and a
 * proof for one is not valid for another.
 */
export function passkeyChallenge(
	ctx: Ctx,
	purpose: "add" | "log-in" | "confirm",
	{ userId, origin, since }: ChallengedBy,
): string {
	const parts = ["passkey", purpose, ctx.edition.year, userId, origin, since?.getTime() ?? ""];
	return derivedFromFactorSecret(ctx, parts).toString("base64url");
}

/** Checks a passkey, which takes the place of a code. */
export async function checkPasskey(
	ctx: Ctx,
	use: Use,
	by: ChallengedBy,
	{ proof, host }: SentProof,
): Promise<Result<UsedCode, "passkey-wrong">> {
	if (!host) return wrongPasskey();
	const { db, now } = ctx;
	const own = and(
		eq(passkeys.id, proof.credentialId),
		eq(passkeys.userId, by.userId),
		eq(passkeys.host, host.hostname),
	);
	const [passkey] = await db.select().from(passkeys).where(own);
	const checked = passkey && checkProof({ host, challenge: passkeyChallenge(ctx, use, by) }, passkey, proof);
	if (!checked) return wrongPasskey();
	const spend = db
		.update(passkeys)
		.set({ signCount: checked.signCount, lastUsedAt: now })
		.where(and(own, eq(passkeys.signCount, passkey.signCount)));
	return done({ statements: [exactlyOne(spend)], audit: [], outbox: [] });
}

export function wrongPasskey() {
	return refuse("passkey-wrong");
}

const nothing = { credentialId: "", clientData: "", authenticatorData: "", signature: "" };

/** Reads the proof that a page's script sent instead of a code; null for a form with a code. */
export function readProof(ctx: Ctx, request: Request, form: FormData): SentProof | null {
	if (!form.has("credentialId")) return null;
	const submission = parseForm(form, passkeyProofSchema);
	const proof = submission.status === "success" ? submission.value : nothing;
	return { proof, host: passkeyHost(ctx, request) };
}
