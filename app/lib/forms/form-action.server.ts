import type { Submission, SubmissionResult } from "@conform-to/zod/v4";
import { data } from "@remix-run/cloudflare";
import type { z } from "zod";
import { readFormKey } from "~/lib/db/form-key.server";
import { waitMessage } from "~/lib/i18n/message";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import { type Refusal, type Result, refuse } from "~/lib/result";
import { parseForm } from "./parse-form";

/** The typed values of a form and what is wrong with them. */
export interface FormReply {
	readonly submission: SubmissionResult<string[]>;
	/** Null when only fields were wrong. */
	readonly reason: RefusalReason | null;
	/** Seconds to wait. */
	readonly retryAfter: number | null;
}

/** The reply to a form whose fields are wrong. @param hidden names of fields that are not sent back */
export function invalidForm(
	submission: Submission<unknown, string[], unknown>,
	hidden: readonly string[] = [],
) {
	const reply: FormReply = {
		submission: submission.reply({ hideFields: [...hidden] } as Parameters<typeof submission.reply>[0]),
		reason: null,
		retryAfter: null,
	};
	return data(reply, 400);
}

/** The reply to a form that is sent only to load other choices: it keeps the typed values without validating them. */
export function unjudgedForm(submission: Submission<unknown, string[], unknown>) {
	return data(previewedForm(submission), 200);
}

/** The reply to a form that is sent only to see what will become of it: it keeps the typed values. */
export function previewedForm(submission: Submission<unknown, string[], unknown>): FormReply {
	const { initialValue = {} } = submission.reply();
	return { submission: { initialValue }, reason: null, retryAfter: null };
}

/** The reply to a form that a use case refused. @param hidden names of fields that are not sent back */
export function refusedForm(
	submission: Submission<unknown, string[], unknown>,
	refusal: Refusal,
	hidden: readonly string[] = [],
) {
	const fieldErrors = Object.fromEntries(
		Object.entries(refusal.errors ?? {}).map(([name, key]) => [name, [key]]),
	);
	const reply: FormReply = {
		submission: submission.reply({
			hideFields: [...hidden],
			fieldErrors,
			formErrors: refusal.errors ? [] : [messageOf(refusal)],
		} as Parameters<typeof submission.reply>[0]),
		reason: refusal.reason,
		retryAfter: refusal.retryAfter ?? null,
	};
	const headers = refusal.retryAfter ? { "Retry-After": String(refusal.retryAfter) } : undefined;
	return data(reply, { status: refusalStatus[refusal.reason], ...(headers ? { headers } : {}) });
}

function messageOf({ reason, retryAfter }: Refusal): string {
	return retryAfter ? waitMessage(retryAfter) : `server.${reason}`;
}

/** A form, and who sends it. */
interface SentForm<C> {
	readonly ctx: C;
	readonly form: FormData;
	/** Names of fields that are not sent back. */
	readonly hidden?: readonly string[];
}

/** What a form asks for. A form with a key hands it over. */
export type UseCase<C, S extends z.ZodType, T, R extends RefusalReason> = (
	ctx: C,
	typed: z.output<S>,
	formKey: string | null,
) => Promise<Result<T, R>>;

/** Runs a use case with what a form says. Wrong fields are refused as if by the use case. */
export async function carryOut<C, S extends z.ZodType, T, R extends RefusalReason>(
	{ ctx, form }: SentForm<C>,
	schema: S,
	run: UseCase<C, S, T, R>,
): Promise<Result<T, R | "invalid-fields">> {
	const submission = parseForm(form, schema);
	if (submission.status === "success") return run(ctx, submission.value, readFormKey(form));
	const errors = Object.entries(submission.error ?? {}).map(
		([name, keys]) => [name, keys?.[0] ?? ""] as const,
	);
	return refuse("invalid-fields", Object.fromEntries(errors));
}

/** Runs a use case with what a form says. After a refusal the form comes back with what was typed. */
export async function answerForm<C, S extends z.ZodType, T, R extends RefusalReason, A>(
	{ ctx, form, hidden }: SentForm<C>,
	schema: S,
	run: UseCase<C, S, T, R>,
	answerDone: (value: T) => A,
) {
	const submission = parseForm(form, schema);
	if (submission.status !== "success") return invalidForm(submission, hidden);
	const result = await run(ctx, submission.value, readFormKey(form));
	return result.ok ? answerDone(result.value) : refusedForm(submission, result, hidden);
}

interface Answers {
	readonly [intent: string]: () => unknown;
	readonly otherwise: () => unknown;
}

/**
 * Answers the form that was sent on a page with several forms. The field `intent` of each form says which one it is.
 * @param answers by intent; `otherwise` answers a form without an intent, or with an unknown one
 */
export function byIntent<A extends Answers>(form: FormData, answers: A): ReturnType<A[keyof A & string]> {
	const intent = String(form.get("intent"));
	const answer = Object.hasOwn(answers, intent) ? answers[intent] : answers.otherwise;
	return answer?.() as ReturnType<A[keyof A & string]>;
}
