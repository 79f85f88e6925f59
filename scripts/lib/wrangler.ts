import { run } from "./command.mjs";
import { Stop } from "./stop.mjs";

/**
 * Runs wrangler until it ends.
 * @returns what it answered; warnings are no part of it
 * @throws Stop with what it printed when it fails
 */
export async function wrangler(parameters: readonly string[]): Promise<string> {
	const { code, output, answer } = await run(
		process.execPath,
		["node_modules/wrangler/bin/wrangler.js", ...parameters],
		{
			quiet: true,
			env: { WRANGLER_LOG: "log", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
		},
	);
	if (code !== 0) throw new Stop(`wrangler ${parameters.join(" ")} failed:\n\n${output}`);
	return answer;
}

/** Runs SQL text on an edition's database, local or remote; the rows of each statement. */
export async function executeSql(
	year: number,
	sql: string,
	where: "local" | "remote",
): Promise<Record<string, unknown>[][]> {
	const output = await wrangler([
		"d1",
		"execute",
		`DB_${year}`,
		`--${where}`,
		"--yes",
		"--json",
		"--command",
		sql,
	]);
	const answers = JSON.parse(output.slice(output.search(/^\[/m))) as {
		readonly results: Record<string, unknown>[];
	}[];
	return answers.map(({ results }) => results);
}
