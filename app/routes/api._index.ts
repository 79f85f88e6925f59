import { z } from "zod";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";
import { version } from "../../package.json";

/** `unavailable` when the database does not answer. */
const healthJson = (status: "ok" | "unavailable") =>
	z.object({ status: z.literal(status), version: z.string(), edition: z.int() });

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Health of the edition",
		response: healthJson("ok"),
		unhealthy: healthJson("unavailable"),
		run: async ({ ctx }) => done({ status: "ok", version, edition: ctx.edition.year }),
	}),
});

export { action, loader };
