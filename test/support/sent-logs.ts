import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { users } from "~db/schema";
import { databaseOf } from "./factories";
import { airfield, type FlownOptions, flownFile } from "./flown";
import { elementsIn } from "./html";
import { storedIgc, uploadBody } from "./igc";
import { home, scoredClass, scoredTask } from "./scored-class";
import { testEdition } from "./test-edition";

/** Degrees from the airfield of the made flights to that of the edition. */
const moved = {
	latitude: testEdition.airfield.latitude - airfield.latitude,
	longitude: testEdition.airfield.longitude - airfield.longitude,
};
const taskHere = {
	...scoredTask,
	points: scoredTask.points.map((point) => ({
		...point,
		latitude: point.latitude + moved.latitude,
		longitude: point.longitude + moved.longitude,
	})),
};

/** A B record at the airfield of the edition. */
function movedHere(line: string): string {
	const shifted = (text: string, by: number, digits: number) => {
		const minutes = Number(text.slice(0, digits)) * 60 + Number(text.slice(digits)) / 1000 + by * 60;
		const degrees = Math.floor(minutes / 60);
		const rest = String(Math.round((minutes - degrees * 60) * 1000)).padStart(5, "0");
		return `${String(degrees).padStart(digits, "0")}${rest}`;
	};
	const latitude = shifted(line.slice(7, 14), moved.latitude, 2);
	const longitude = shifted(line.slice(15, 23), moved.longitude, 3);
	return `${line.slice(0, 7)}${latitude}N${longitude}E${line.slice(24)}`;
}

/** The finisher's flight, with what a stranger can know in its header. */
export function flight(headers: readonly string[] = [], options: Partial<FlownOptions> = {}): string {
	const text = new TextDecoder().decode(flownFile({ hops: home, change: movedHere, ...options }));
	const [maker, ...rest] = text.split("\r\n");
	return [maker, ...headers, ...rest].join("\r\n");
}

interface ScoringJson {
	readonly computedAt: string;
	readonly day: { readonly n: number };
	readonly logs: number;
	readonly rows: readonly {
		readonly startNumber: string;
		readonly status: string;
		readonly findings: readonly object[];
		readonly start: string | null;
		readonly points: number | null;
		readonly rank: number | null;
		readonly distanceM: number | null;
	}[];
}

/** The id of a version, by the path of its receipt. */
export const idOf = (receipt: string) => receipt.split("/").at(-1);

/** A scored class at the edition's airfield, made anew before every test: Malá (AB) has finished, Žižková (7K) has sent no log yet. */
export function sentLogs() {
	const scored = scoredClass();
	const { app } = scored;
	const body = (log: string) => uploadBody(sent.entry.id, scored.day.id, log);
	const flightOfPilot = async () =>
		(await storedIgc()).flights.find((one) => one.registrationId === sent.entry.id);
	const sent = {
		scored,
		pilot: { id: "", email: "" },
		entry: { id: "" },
		body,

		/** Sends a log for the pilot. @returns the path of its receipt */
		async send(log: string, init: Parameters<typeof app.post>[2] = {}, on = app): Promise<string> {
			const response = await on.post("/igc", body(log), init);
			expect(response.status).toBe(303);
			return response.headers.get("Location")?.split("?")[0] ?? "";
		},

		/** The row of the pilot in the daily results. */
		async row(): Promise<string | undefined> {
			const html = await scored.daily();
			return elementsIn(html, "tbody tr").find((one) => one.textContent.includes("Žižková"))?.textContent;
		},

		standing: async () => (await flightOfPilot())?.standing,

		/** The version of the pilot's flight that stands for it. */
		counting: async () => (await flightOfPilot())?.currentVersionId,

		/** What the API says of the scores of the class. */
		async numbers() {
			const scores = await app.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
			const { computedAt: _, ...said } = await scores.json<ScoringJson>();
			return said;
		},
	};

	beforeEach(async () => {
		await scored.publish(taskHere);
		const created = await scored.pilot("Žižková", "7K");
		sent.entry = created;
		const [user] = await databaseOf().select().from(users).where(eq(users.id, created.userId));
		if (!user) throw new Error("no pilot");
		sent.pilot = user;
		await scored.fly(await scored.pilot("Malá", "AB"), { hops: home, change: movedHere });
	});

	return sent;
}
