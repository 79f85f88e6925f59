import { beforeEach } from "vitest";
import { createAdmin } from "./factories";
import { home, scoredClass, scoredTask, short } from "./scored-class";

interface Id {
	readonly id: string;
}

/** What tests read of the API's answer. */
interface ScoringAnswer extends Readonly<Record<string, unknown>> {
	readonly day: object;
	readonly rows: readonly (Readonly<Record<string, unknown>> & { readonly findings: readonly object[] })[];
}

/** A scored class, made anew before every test: Adamová (A1) has finished with 422 points, Evová (E2) is out with 86. */
export function scoredPair() {
	const scored = scoredClass();
	const path = () => `/api/scoring/${scored.day.id}/${scored.club}`;
	const pair = {
		scored,
		admin: { id: "" },
		adam: { id: "" },
		eva: { id: "" },

		/** The path of the class's scores in the API. */
		path,

		/** Decides about an entry by the API. */
		decide: (entry: Id, body: Readonly<Record<string, unknown>>) =>
			scored.app.api("PATCH", `${path()}/${entry.id}`, { reason: "Rozhodnuto", ...body }, { as: pair.admin }),

		/** The API's answer. @param as visitors by default */
		read: async (as?: Id) =>
			(await (await scored.app.api("GET", path(), undefined, { as })).json()) as ScoringAnswer,
	};

	beforeEach(async () => {
		pair.admin = await createAdmin();
		await scored.publish(scoredTask);
		pair.adam = await scored.pilot("Adamová", "A1");
		pair.eva = await scored.pilot("Evová", "E2");
		await scored.fly(pair.adam, { hops: home });
		await scored.fly(pair.eva, { hops: short });
	});

	return pair;
}
