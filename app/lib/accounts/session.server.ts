import { eq } from "drizzle-orm";
import type { Actor, Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { revokedTokens, users } from "~db/schema";
import { type SessionClaims, signSession } from "./token.server";

type User = Omit<Actor, "verified"> & { readonly verifiedAt: Date | null; readonly tokenVersion: number };

export interface NewSession {
	readonly token: string;
	readonly user: Actor;
}

export async function newSession({ edition, settings, now }: Ctx, user: User): Promise<NewSession> {
	return { token: await signSession(user, edition.year, settings, now), user: actorOf(user) };
}

/**
 * Picks the fields one by one: a row holds the hash of the password as well. Nobody is an organiser by an address that
 * may be somebody else's.
 */
function actorOf({
	id,
	name,
	surname,
	email,
	admin,
	language,
	verifiedAt,
}: Omit<User, "tokenVersion">): Actor {
	const verified = verifiedAt !== null;
	return { id, name, surname, email, verified, admin: admin && verified, language };
}

/** Query for the user of a token, and whether the token was revoked; `sessionOf` reads the row. */
export function sessionUser(db: Db, claims: SessionClaims) {
	return db
		.select({
			id: users.id,
			name: users.name,
			surname: users.surname,
			email: users.email,
			verifiedAt: users.verifiedAt,
			admin: users.admin,
			language: users.language,
			tokenVersion: users.tokenVersion,
			erasedAt: users.erasedAt,
			revoked: revokedTokens.jti,
		})
		.from(users)
		.leftJoin(revokedTokens, eq(revokedTokens.jti, claims.tokenId))
		.where(eq(users.id, claims.userId));
}

type SessionRow = Awaited<ReturnType<typeof sessionUser>>[number];

export type Session =
	| { readonly actor: Actor; readonly refusal: null }
	| { readonly actor: null; readonly refusal: "token-invalid" | "user-missing" };

/** A logout, a new password, a lost right or an erased account ends older sessions at once. */
export function sessionOf(claims: SessionClaims, row: SessionRow | undefined): Session {
	if (!row || row.erasedAt) return { actor: null, refusal: "user-missing" };
	if (row.revoked || row.tokenVersion !== claims.tokenVersion)
		return { actor: null, refusal: "token-invalid" };
	return { actor: actorOf(row), refusal: null };
}
