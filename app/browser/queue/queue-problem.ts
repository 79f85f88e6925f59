import { failureStatus, failureText, type RequestFailure } from "../request";
import type { QueuedItem, QueueProblem } from "./queue-state";

/** Answers 500 in a row to one request: then it waits for its sender, and the others go on. */
const mostFailures = 3;

/** What the answer to a queued request means for it. */
export function problemOf(
	failure: RequestFailure,
	{ errorText, problem }: Pick<QueuedItem, "errorText" | "problem">,
): QueueProblem {
	const status = failureStatus(failure);
	if (status === 401) return { kind: "login" };
	// A login page of a wireless network is no answer of ours, whatever its status.
	if (typeof failure.status !== "number") return { kind: "offline" };
	const text = failureText(failure, errorText);
	if (status > 500 || status === 429) return { kind: "offline", why: text };
	if (status === 500) {
		const failures = (problem?.kind === "offline" ? (problem.failures ?? 0) : 0) + 1;
		return failures < mostFailures ? { kind: "offline", failures, why: text } : { kind: "failed", text };
	}
	if (status === 409) return { kind: "conflict", text, seen: seenIn(failure.data) };
	const { ask, kept } = (failure.data ?? {}) as { readonly ask?: readonly string[]; readonly kept?: true };
	// It is right elsewhere, or later.
	if (kept) return { kind: "failed", text };
	return { kind: "refused", text, ...(ask && { ask }) };
}

function seenIn(data: unknown): string | null {
	const { values } = (data ?? {}) as { readonly values?: { readonly seen?: unknown } };
	return typeof values?.seen === "string" ? values.seen : null;
}
