import { z } from "zod";
import { builtFrom } from "~/lib/built-from";
import type { Ctx } from "~/lib/context";
import { answer, type Call, forAll } from "~/lib/http/api-call.server";
import { longestWait, oldestQueued } from "~/lib/mail/outbox.server";
import { done } from "~/lib/result";
import { withTimeout } from "~/lib/timeout";
import { version } from "../../../package.json";

/** Milliseconds the bucket may take to say that it has no such object. */
const bucketTimeout = 5_000;

const edition = { version: z.string(), edition: z.int() };
/** `unavailable` when the database does not answer. */
const stateJson = (status: "ok" | "unavailable") => z.object({ status: z.literal(status), ...edition });
const builtFromJson = { commit: z.string(), committedAt: z.string() };
const checks = z.object({ files: z.enum(["ok", "failing"]), mail: z.enum(["ok", "late"]) });
const healthJson = (status: "ok" | "degraded") =>
	z.object({
		...{ status: z.literal(status), ...edition, checks, outboxAge: z.int().nullable() },
		...builtFromJson,
	});
const unavailableJson = stateJson("unavailable").extend(builtFromJson);

/** Calls about the health of the edition. */
export const healthCalls: readonly Call[] = [
	forAll("GET /api", {
		summary: "Health of the edition",
		response: stateJson("ok"),
		unhealthy: stateJson("unavailable"),
		run: async ({ ctx }) => done({ status: "ok", version, edition: ctx.edition.year }),
	}),
	forAll("GET /api/health", {
		summary: "Health of the edition for a monitor: database, bucket and how long the oldest mail waits (s)",
		response: healthJson("ok"),
		unhealthy: z.union([healthJson("degraded"), unavailableJson]),
		run: async ({ ctx }) => {
			const [bucketAnswers, outboxAge] = await Promise.all([askBucket(ctx), ageOfOutbox(ctx)]);
			const mailIsLate = outboxAge !== null && outboxAge > longestWait;
			const healthy = bucketAnswers && !mailIsLate;
			const health = {
				status: healthy ? "ok" : "degraded",
				version,
				edition: ctx.edition.year,
				checks: { files: bucketAnswers ? "ok" : "failing", mail: mailIsLate ? "late" : "ok" },
				outboxAge,
				...builtFrom,
			};
			return answer(health, healthy ? 200 : 503);
		},
	}),
];

async function askBucket({ files }: Ctx): Promise<boolean> {
	return withTimeout(files.head("health"), bucketTimeout, "The bucket does not answer").then(
		() => true,
		() => false,
	);
}

/** Seconds since the oldest unsent mail was queued; null when none waits. @throws what the database throws */
async function ageOfOutbox({ db, now }: Ctx): Promise<number | null> {
	const [row] = await oldestQueued(db);
	return row?.since ? Math.max(0, Math.round((now.getTime() - row.since.getTime()) / 1000)) : null;
}
