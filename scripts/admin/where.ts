import { remoteExecutor } from "../lib/cloudflare-database";
import { isNotThere } from "../lib/opened-years";
import { Stop } from "../lib/stop.mjs";
import { localTime } from "../local/demo-clock";
import { executeLocally } from "../local/execute-locally";
import { developersPlace } from "../local/local-state";
import { existingPlace } from "../serve/served-place";

/** Options of a command that works on a database: `--remote` is the deployment, `--data <folder>` what `npm run serve` serves. */
export const whereOptions = {
	remote: { type: "boolean", default: false },
	data: { type: "string" },
} as const;

interface Place {
	readonly remote: boolean;
	readonly data?: string | undefined;
}

type Execute = (year: number, sql: string) => Promise<Record<string, unknown>[][]>;

interface Where {
	/** `local`, `remote` or the folder. */
	readonly name: string;
	/** The time there, for what is written. */
	readonly now: () => Promise<Date>;
	/** @returns the rows of each statement @throws Stop for a database that is not there yet, or not as this checkout knows it */
	readonly execute: Execute;
}

/** @throws Stop for a folder that nobody serves, and for two places at once */
export function whereOf(given: Place): Where {
	requireOnePlace(given);
	const { remote, data } = given;
	const realTime = async () => new Date();
	if (remote) return { name: "remote", now: realTime, execute: inWords(remoteExecutor(), "npm run deploy") };
	const place = data === undefined ? developersPlace : existingPlace(data);
	const execute: Execute = (year, sql) => executeLocally(place, year, sql);
	return data === undefined
		? { name: "local", now: () => localTime(place), execute: inWords(execute, "npm start") }
		: { name: data, now: realTime, execute: inWords(execute, "the next start of its server") };
}

/** @throws Stop */
export function requireOnePlace({ remote, data }: Place): void {
	if (remote && data !== undefined)
		throw new Stop("--remote is the deployment, --data a folder of npm run serve: say one of them.");
}

/** @param remedy what makes the database and its tables */
function inWords(execute: Execute, remedy: string): Execute {
	return async (year, sql) => {
		try {
			return await execute(year, sql);
		} catch (error) {
			if (!isNotThere(error)) throw error;
			const reason = error instanceof Error ? error.message : String(error);
			throw new Stop(
				`The database of ${year} is not there yet, or older than this checkout: ${remedy} brings it up to date.\n\n${reason}`,
			);
		}
	};
}
