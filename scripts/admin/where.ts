import { remoteExecutor } from "../lib/cloudflare-database";
import { localTime } from "../local/demo-clock";
import { executeLocally } from "../local/execute-locally";
import { developersPlace } from "../local/local-state";
import { existingPlace } from "../serve/served-place";

/** Options of a command that works on a database: `--remote` is the deployment, `--data <folder>` what `npm run serve` serves. */
export const whereOptions = {
	remote: { type: "boolean", default: false },
	data: { type: "string" },
} as const;

interface Where {
	/** `local`, `remote` or the folder. */
	readonly name: string;
	/** The time there, for what is written. */
	readonly now: () => Promise<Date>;
	/** @returns the rows of each statement */
	readonly execute: (year: number, sql: string) => Promise<Record<string, unknown>[][]>;
}

/** @throws Stop for a folder that nobody serves */
export function whereOf({ remote, data }: { readonly remote: boolean; readonly data?: string }): Where {
	const realTime = async () => new Date();
	if (remote) return { name: "remote", now: realTime, execute: remoteExecutor() };
	if (data === undefined)
		return {
			name: "local",
			now: () => localTime(developersPlace),
			execute: (year, sql) => executeLocally(developersPlace, year, sql),
		};
	const place = existingPlace(data);
	return { name: data, now: realTime, execute: (year, sql) => executeLocally(place, year, sql) };
}
