import { beforeAll } from "vitest";
import { createApp } from "./app";
import { createAdmin, seedReference } from "./factories";

/** What tests read of a task in the API. */
export interface TaskAnswer {
	readonly _id: string;
	readonly files: Readonly<Record<string, string>>;
	readonly rules: unknown;
	readonly scoring: unknown;
	readonly briefing: unknown;
	readonly points: readonly { readonly zone: Readonly<Record<string, unknown>> }[];
	readonly minDistanceM: number;
	readonly distanceM: number;
	readonly maxDistanceM: number;
}

/** The tasks of a class on a day in the API, in the morning of that day, as organisers use it. */
export function taskApi(date: string, classType: string) {
	const app = createApp({ clock: `${date}T08:00:00Z` });
	const ids = { admin: "", day: "", class: "" };

	beforeAll(async () => {
		const { competitionDays, competitionClasses } = await seedReference();
		ids.day = competitionDays.find((day) => day.date === date)?.id ?? "";
		ids.class = competitionClasses.find(({ type }) => type === classType)?.id ?? "";
		ids.admin = (await createAdmin()).id;
	});

	const asAdmin = (method: string, path: string, body?: unknown) =>
		app.api(method, path, body, { as: { id: ids.admin } });
	return {
		app,
		ids,
		put: (body: unknown) => asAdmin("PUT", `/api/tasks/${ids.day}/${ids.class}`, body),
		patch: (id: string, body: unknown) => asAdmin("PATCH", `/api/tasks/${id}`, body),
		read: async (id: string) => (await asAdmin("GET", `/api/tasks/task/${id}`)).json(),
		/** All versions of the day, drafts too. */
		allTasks: async () => (await asAdmin("GET", `/api/tasks/${ids.day}`)).json(),
		/** Those that visitors get. */
		publicTasks: async () => (await app.api("GET", `/api/tasks/${ids.day}`)).json(),
	};
}
