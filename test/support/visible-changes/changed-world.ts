import type { App } from "../app";
import { idsOf } from "../entries";
import { createAdmin, createRegistration, seedReference } from "../factories";
import { filledIn } from "../filled-in";

/** What the changes are made to. */
export type ChangedWorld = Awaited<ReturnType<typeof createChangedWorld>>;

/** One kind of change that visitors see. */
export interface VisibleChange {
	/** The function below app/lib that writes it. */
	readonly useCase: string;
	readonly what: string;
	/** Public pages and reads of the API that show it, with names of what the world fills in. */
	readonly seenAt: readonly string[];
	/** The table that it is written to. */
	readonly table: string;
	readonly make: (app: App, world: ChangedWorld) => Promise<Response>;
	/** Whether a service with a clock of its own takes part. */
	readonly byTheClock?: boolean;
}

/**
 * A kind of change.
 * @param by what makes it, or the method and path of an organiser's call; names of the world stand in it and in its fields
 */
export function change(
	useCase: string,
	what: string,
	table: string,
	seenAt: readonly string[],
	by: VisibleChange["make"] | `${"POST" | "PUT" | "PATCH" | "DELETE"} /${string}`,
	fields?: Readonly<Record<string, unknown>>,
): VisibleChange {
	const known = { useCase, what, table, seenAt };
	if (typeof by === "function") return { ...known, make: by };
	return {
		...known,
		make: (app, world) => {
			const [method = "", path = ""] = filledIn(by, world).split(" ");
			const body = fields && JSON.parse(filledIn(JSON.stringify(fields), world));
			const as = world.admin;
			return path.startsWith("/api") ? app.api(method, path, body, { as }) : app.post(path, body, { as });
		},
	};
}

/** The day all changes are about. */
export const date = "2025-07-15";

export async function createChangedWorld() {
	const reference = await seedReference();
	const admin = await createAdmin();
	const day = reference.competitionDays.find((one) => one.date === date);
	if (!day) throw new Error(`${date} is no competition day`);
	const ids = idsOf(reference);
	return {
		reference,
		ids,
		admin,
		dayId: day.id,
		otherDayId: reference.competitionDays.find((one) => one.date === "2025-07-14")?.id ?? "",
		other: await createRegistration({
			accepted: true,
			competitionClassId: ids.club,
			secondPilot: "Petr Nový",
		}),
		reserve: await createRegistration({ accepted: true, isReserve: true, competitionClassId: ids.club }),
		/** What a change leaves for those after it. */
		made: { pilot: "", entry: "", news: "", document: "", flight: "", task: "" },
	};
}

export const lists = ["/starting-list", "/api/starting-list"];
export const dayPage = "/days/4";

/** Keeps an id that a call of the API answered with. */
export async function keep(
	response: Response,
	into: (json: { readonly _id: string }) => void,
): Promise<Response> {
	into(await response.clone().json());
	return response;
}
