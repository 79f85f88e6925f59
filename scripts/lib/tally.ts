import { existsSync, readFileSync } from "node:fs";

/** How many checks passed and failed. */
export interface Tally {
	readonly passed: number;
	readonly failed: number;
}

/** A step that counts as one check. */
export function tallyOfStep(code: number): Tally {
	return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

export function sumOf(tallies: readonly Tally[]): Tally {
	return {
		passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
		failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
	};
}

/** A run that failed without a failed test (a file that does not load, an error outside tests) has one all the same. */
function withHiddenFailure({ passed, failed }: Tally, code: number): Tally {
	return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** Tally of a report of `vitest --reporter=json`. */
export function tallyOfVitest(report: string | null, code: number): Tally {
	if (!report) return tallyOfStep(1);
	const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as {
		numPassedTests: number;
		numFailedTests: number;
		testResults: { status: string; assertionResults: unknown[] }[];
	};
	const unloaded = testResults.filter(
		({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
	);
	return withHiddenFailure({ passed: numPassedTests, failed: numFailedTests + unloaded.length }, code);
}

/** Tally of a report of `playwright test --reporter=json`. A journey that passed at another try has failed. */
export function tallyOfPlaywright(report: string | null, code: number): Tally {
	if (!report) return tallyOfStep(1);
	const { stats } = JSON.parse(report) as {
		stats: { expected: number; unexpected: number; flaky: number };
	};
	return withHiddenFailure({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, code);
}

interface Suite {
	readonly suites?: readonly Suite[];
	readonly specs: readonly { readonly title: string; readonly file: string; readonly ok: boolean }[];
}

/** File and title of each journey of such a report that failed. */
export function failedJourneys(report: string): string[] {
	const failedIn = ({ suites = [], specs }: Suite): string[] => [
		...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
		...suites.flatMap(failedIn),
	];
	return failedIn({ ...(JSON.parse(report) as Suite), specs: [] });
}

/** Text of a report, null when it was not written. */
export function readReport(path: string): string | null {
	return existsSync(path) ? readFileSync(path, "utf8") : null;
}
