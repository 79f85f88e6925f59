import { type Input, type Plan, plan } from "../ask";
import type { World } from "../season";

/** An input for each class and day. */
export const ofClassDays = ({ days, ids }: World, order: "class first" | "day first"): Input[] =>
	days.slice(0, 7).flatMap(({ id, date }) =>
		[ids.club, ids.kombi].map((classId, index) => ({
			what: `${index === 0 ? "club" : "Kombi"}, ${date}`,
			params: order === "class first" ? [classId, id] : [id, classId],
		})),
	);

export function reads(world: World): Plan[] {
	const { ids } = world;
	return [
		plan("GET /api/results/top", { what: "the first three" }),
		plan(
			"GET /api/results/total/{classId}",
			{ what: "club", params: [ids.club] },
			{ what: "Kombi", params: [ids.kombi] },
		),
		plan("GET /api/results/daily/filters", { what: "the days with results" }),
		plan("GET /api/results/daily/{classId}/{dayId}", ...ofClassDays(world, "class first")),
	];
}

export const writes = (_: World): Plan[] => [];

/** The results again, as visitors read them. @param what has happened */
export function readAgain(world: World, what: string): Plan[] {
	return reads(world).map(({ inputs, ...rest }) => ({
		...rest,
		isWholeCall: false,
		inputs: inputs.map((input) => ({ ...input, what: `${input.what}, ${what}`, by: ["anonymous"] as const })),
	}));
}
