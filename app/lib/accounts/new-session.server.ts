import type { Actor, Ctx } from "~/lib/context";
import type { users } from "~db/schema";
import { signSession } from "./token.server";

type User = Pick<
	typeof users.$inferSelect,
	"id" | "name" | "surname" | "email" | "admin" | "language" | "tokenVersion"
>;

/** A session that has just begun. */
export interface NewSession {
	readonly token: string;
	readonly user: Actor;
}

/** Signs a token for a user of the context's edition. */
export async function newSession(ctx: Ctx, user: User): Promise<NewSession> {
	const { id, name, surname, email, admin, language } = user;
	const token = await signSession(user, ctx.edition.year, ctx.settings, ctx.now);
	return { token, user: { id, name, surname, email, admin, language } };
}
