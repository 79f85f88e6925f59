import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Runs in one way, of one commit, and how often each thing failed in them. */
export interface RepeatedRuns {
	readonly way: string;
	readonly commit: string;
	readonly runs: number;
	readonly failures: Readonly<Record<string, number>>;
}

/** The list with another run, which is added to those of its way and commit. */
export function withRun(
	list: readonly RepeatedRuns[],
	way: string,
	commit: string,
	failed: readonly string[],
): RepeatedRuns[] {
	const isSame = (entry: RepeatedRuns) => entry.way === way && entry.commit === commit;
	const { runs, failures } = list.find(isSame) ?? { runs: 0, failures: {} };
	const sum = new Map(Object.entries(failures));
	for (const what of failed) sum.set(what, (sum.get(what) ?? 0) + 1);
	const entry = { way, commit, runs: runs + 1, failures: Object.fromEntries(sum) };
	return list.some(isSame) ? list.map((other) => (isSame(other) ? entry : other)) : [...list, entry];
}

/** A line for each way: its runs of all commits, and what failed in them. */
export function sumsOf(list: readonly RepeatedRuns[]): string {
	return [...new Set(list.map(({ way }) => way))]
		.map((way) => {
			const ofWay = list.filter((entry) => entry.way === way);
			const failed = ofWay.flatMap(({ commit, failures }) =>
				Object.entries(failures).map(([what, count]) => `\n  ${count} × ${what} (${commit})`),
			);
			return `${way}: ${ofWay.reduce((sum, { runs }) => sum + runs, 0)} runs${failed.join("") || ", nothing failed"}\n`;
		})
		.join("");
}

export function readRuns(path: string): RepeatedRuns[] {
	return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as RepeatedRuns[]) : [];
}

export function writeRuns(path: string, list: readonly RepeatedRuns[]): void {
	writeFileSync(path, `${JSON.stringify(list, null, "\t")}\n`);
}
