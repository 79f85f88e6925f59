import { z } from "zod";
import { answer, endpoint, forAll } from "~/lib/api/endpoint.server";
import { readHealth } from "~/lib/health/read-health.server";
import { version } from "../../package.json";

const edition = { version: z.string(), edition: z.int() };
const checks = z.object({ files: z.enum(["ok", "failing"]), mail: z.enum(["ok", "late"]) });
const healthJson = (status: "ok" | "degraded") =>
	z.object({ status: z.literal(status), ...edition, checks, outboxAge: z.int().nullable() });

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Health of the edition for a monitor: database, bucket and how long the oldest mail waits (s)",
		response: healthJson("ok"),
		unhealthy: z.union([healthJson("degraded"), z.object({ status: z.literal("unavailable"), ...edition })]),
		run: async ({ ctx }) => {
			const { files, mail, outboxAge } = await readHealth(ctx);
			const well = files === "ok" && mail === "ok";
			const status = well ? "ok" : "degraded";
			const health = { status, version, edition: ctx.edition.year, checks: { files, mail }, outboxAge };
			return answer(health, well ? 200 : 503);
		},
	}),
});

export { action, loader };
