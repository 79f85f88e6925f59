import { derivedFromFactorSecret } from "~/lib/accounts/second-factor/factor-secret.server";
import type { Ctx } from "~/lib/context";

/** Who is asked for a passkey. */
export interface ChallengedBy {
	readonly userId: string;
	/** Id of the login or session that asks. */
	readonly origin: string;
	/** Changes when the challenge was used; null where something else keeps it from being used twice. */
	readonly since: Date | null;
}

/**
 * The challenge that a passkey signs, in base64url. It follows from the login or session that asks, so nothing is stored; a proof for one is
 * none for another.
 */
export function passkeyChallenge(
	ctx: Ctx,
	purpose: "add" | "log-in" | "confirm",
	{ userId, origin, since }: ChallengedBy,
): string {
	const parts = ["passkey", purpose, ctx.edition.year, userId, origin, since?.getTime() ?? ""];
	return derivedFromFactorSecret(ctx, parts).toString("base64url");
}
