import type { Ctx } from "~/lib/context";
import { countByAccount } from "~/lib/http/throttle.server";
import { passwordChecks } from "~/lib/http/write-limits";
import { done, type Result, refuseForNow } from "~/lib/result";
import type { users } from "~db/schema";
import {
	countLoginFailure,
	forgetLoginFailures,
	loginFailureKeys,
	waitBeforeLogin,
} from "../login-delay.server";
import { verifyPassword } from "./password.server";

type User = Pick<typeof users.$inferSelect, "id" | "passwordHash">;

/**
 * Whether a password is that of the signed-in user, or of the account that a link belongs to. Wrong passwords of all forms are
 * counted together, but apart from those of logins, so that strangers cannot lock anybody out of their own session.
 */
export async function checkOwnPassword(
	ctx: Ctx,
	{ id, passwordHash }: User,
	password: string,
): Promise<Result<boolean, "too-many-requests">> {
	const counter = `own password ${id}`;
	const wait = (await countByAccount(ctx, passwordChecks, id)) ?? (await waitBeforeLogin(ctx, counter));
	if (wait !== null) return refuseForNow(wait);
	const isRight = await verifyPassword(password, passwordHash);
	if (isRight) await forgetLoginFailures(ctx, await loginFailureKeys(counter));
	else await countLoginFailure(ctx, counter);
	return done(isRight);
}
