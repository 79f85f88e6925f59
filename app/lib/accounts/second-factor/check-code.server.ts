import { and, eq, isNull, lt } from "drizzle-orm";
import {
	countLoginFailure,
	forgetLoginFailures,
	loginFailureKeys,
	waitBeforeLogin,
} from "~/lib/accounts/login-delay.server";
import type { Ctx } from "~/lib/context";
import {
	type AuditEntry,
	exactlyOne,
	type Guarded,
	type QueuedMail,
	type Write,
} from "~/lib/db/commit.server";
import { mailTo, type Recipient } from "~/lib/db/mail-to";
import { sha256Hex } from "~/lib/digest";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { recoveryCodes, secondFactors } from "~db/schema";
import { openSecret } from "./factor-secret.server";
import { type SecondFactor, secondFactorOf } from "./second-factor-queries.server";
import { grouped, stepOfCode, toBase32 } from "./totp";

/**
 * Uses a code up. It must be committed in the batch with what the code allows. When that batch fails as "missed", another request
 * has used the code.
 */
export interface UsedCode {
	readonly statements: Write["statements"];
	readonly audit: readonly AuditEntry[];
	readonly outbox: readonly QueuedMail[];
}

/**
 * Checks a code of the authenticator app, or a recovery code. Wrong codes delay the next try, as wrong passwords do.
 * @param typed may contain spaces and dashes
 * @param device known device of the account, whose failures are counted separately
 */
export async function checkCode(
	ctx: Ctx,
	user: Recipient,
	typed: string,
	device: string | null,
): Promise<Result<UsedCode, "code-wrong" | "too-many-requests">> {
	const counter = `code ${user.id} ${device ?? ""}`;
	const wait = await waitBeforeLogin(ctx, counter);
	if (wait !== null) return refuseForNow(wait);
	const code = typed.replace(/[\s-]/g, "");
	const used = /^\d{6}$/.test(code)
		? await spendAppCode(ctx, user, code)
		: await spendRecoveryCode(ctx, user, code);
	if (!used) {
		await countLoginFailure(ctx, counter);
		return wrongCode();
	}
	const forget = forgetLoginFailures(ctx, await loginFailureKeys(counter));
	return done({ ...used, statements: [...used.statements, forget] });
}

export function wrongCode() {
	return refuse("code-wrong", { code: "server.code-wrong" });
}

async function spendAppCode(ctx: Ctx, user: Recipient, code: string): Promise<UsedCode | null> {
	const [factor] = await secondFactorOf(ctx.db, user.id);
	const step = factor ? await stepOf(ctx, factor, code) : null;
	if (step === null) return null;
	return { statements: [spendStep(ctx, user.id, step)], audit: [], outbox: [] };
}

async function stepOf(ctx: Ctx, factor: SecondFactor, code: string): Promise<number | null> {
	const secret = await openSecret(ctx, factor.userId, factor.sealedSecret);
	return secret && stepOfCode(secret, code, ctx.now, factor.lastStep);
}

/** When two requests send one code at once, one succeeds. */
function spendStep({ db }: Ctx, userId: string, step: number): Guarded {
	return exactlyOne(
		db
			.update(secondFactors)
			.set({ lastStep: step })
			.where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step))),
	);
}

async function spendRecoveryCode({ db, now }: Ctx, user: Recipient, code: string): Promise<UsedCode | null> {
	const unused = and(
		eq(recoveryCodes.codeHash, await recoveryCodeHash(user.id, code)),
		eq(recoveryCodes.userId, user.id),
		isNull(recoveryCodes.usedAt),
	);
	const [found] = await db.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(unused);
	if (!found) return null;
	return {
		statements: [exactlyOne(db.update(recoveryCodes).set({ usedAt: now }).where(unused))],
		audit: [{ action: "account.recovery-code", subjectId: user.id, actorId: user.id }],
		outbox: [mailTo(user, "second-factor", { event: "recovery-code" })],
	};
}

const codesOfAccount = 10;

/** Bytes. They are too many to guess, even from the stored digests. */
const codeLength = 10;

/** New codes, as they are shown: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
	return Array.from({ length: codesOfAccount }, () =>
		grouped(toBase32(crypto.getRandomValues(new Uint8Array(codeLength))), "-"),
	);
}

/** @param code in any case, with or without spaces and dashes */
export function recoveryCodeHash(userId: string, code: string): Promise<string> {
	return sha256Hex(`${userId}\n${code.replace(/[\s-]/g, "").toUpperCase()}`);
}
