import { z } from "zod";
import { builtFrom } from "~/lib/built-from";
import { answer, type Call, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { version } from "../../../package.json";
import { isWell, readCondition } from "./condition.server";

const edition = { version: z.string(), edition: z.int() };
/** `unavailable` when the database does not answer. */
const stateJson = (status: "ok" | "unavailable") => z.object({ status: z.literal(status), ...edition });
const builtFromJson = { commit: z.string(), committedAt: z.string() };
const checks = z.object({
	files: z.enum(["ok", "failing"]),
	mail: z.enum(["ok", "late", "failed"]),
	jobs: z.enum(["ok", "set-aside"]),
	schedule: z.enum(["ok", "late"]),
	results: z.enum(["ok", "late"]),
	pages: z.enum(["ok", "failing"]),
});
/** Names of what pages cannot read, e.g. "news". */
const failing = z.array(z.string());
const warnings = z.array(z.enum(["mail-quota", "storage"]));
const healthJson = (status: "ok" | "degraded") =>
	z.object({
		...{ status: z.literal(status), ...edition, checks, failing, warnings, outboxAge: z.int().nullable() },
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
		summary:
			"Health of the edition for a monitor: what needs somebody, what is near its limit, how long the oldest mail waits (s)",
		response: healthJson("ok"),
		unhealthy: z.union([healthJson("degraded"), unavailableJson]),
		run: async ({ ctx }) => {
			const condition = await readCondition(ctx);
			const { checks, failing, warnings, outboxAge } = condition;
			const healthy = isWell(condition);
			const status = healthy ? "ok" : "degraded";
			const health = {
				status,
				version,
				edition: ctx.edition.year,
				checks,
				failing,
				warnings,
				outboxAge,
				...builtFrom,
			};
			return answer(health, healthy ? 200 : 503);
		},
	}),
];
