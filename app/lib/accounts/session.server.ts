import { eq } from "drizzle-orm";
import type { Actor } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { revokedTokens, users } from "~db/schema";
import type { SessionClaims } from "./token.server";

/** Query for what decides whether a session is still good: its user and whether its token was revoked. */
export function sessionUser(db: Db, claims: SessionClaims) {
	return db
		.select({
			id: users.id,
			name: users.name,
			surname: users.surname,
			email: users.email,
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

/** Judges what `sessionUser` found. A logout, a changed password or a lost right ends older tokens at once. */
export function sessionOf(claims: SessionClaims, row: SessionRow | undefined): Session {
	if (!row || row.erasedAt) return { actor: null, refusal: "user-missing" };
	if (row.revoked || row.tokenVersion !== claims.tokenVersion)
		return { actor: null, refusal: "token-invalid" };
	const { id, name, surname, email, admin, language } = row;
	return { actor: { id, name, surname, email, admin, language }, refusal: null };
}
