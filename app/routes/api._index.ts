import { z } from "zod";
import { endpoint, forAll } from "~/lib/http/api.server";
import { done } from "~/lib/result";
import { version } from "../../package.json";

const { loader: respond, action: refuseMethod } = endpoint({
	GET: forAll({
		summary: "Health of the edition",
		response: z.object({ status: z.literal("ok"), version: z.string(), edition: z.int() }),
		run: async ({ ctx }) => done({ status: "ok", version, edition: ctx.edition.year }),
	}),
});

export const loader = respond;
export const action = refuseMethod;
