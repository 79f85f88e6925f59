import { eraseAccount } from "~/lib/accounts/erase-account.server";
import type { Ctx } from "~/lib/context";
import { isDue, openErasures } from "./erasure-queries.server";

/** Erases the accounts against whose erasure nobody has objected in time. */
export async function carryOutErasures(ctx: Ctx): Promise<void> {
	for (const erasure of await openErasures(ctx.db, isDue(ctx.now))) {
		await eraseAccount(ctx, { ...erasure, by: null });
	}
}
