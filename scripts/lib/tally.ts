import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** How many checks passed, and what each failed one says: where it stands, its name and the first lines of why. */
export interface Tally {
	readonly passed: number;
	readonly failures: readonly string[];
}

/** Of what a failed check says: enough to see what is wrong, the rest stands in its own output. */
const saidLines = 8;

/** A step that counts as one check. */
export function tallyOfStep(code: number): Tally {
	return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [`it ended with ${code}`] };
}

export function sumOf(tallies: readonly Tally[]): Tally {
	return {
		passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
		failures: tallies.flatMap(({ failures }) => failures),
	};
}

/** A run that failed without a failed test (an error outside tests) has one all the same. */
function withHiddenFailure({ passed, failures }: Tally, code: number, output: string): Tally {
	if (code === 0 || failures.length > 0) return { passed, failures };
	const [, errors] = output.split("Unhandled Errors");
	return { passed, failures: [withReason(`an error outside the tests, it ended with ${code}`, errors)] };
}

function failure(file: string, title: string, message?: string): string {
	return withReason(`${file}: ${title}`, message);
}

function withReason(what: string, message = ""): string {
	const lines = stripVTControlCharacters(message)
		.split("\n")
		.filter((line) => line.trim() !== "");
	return [what, ...lines.slice(0, saidLines)].join("\n  ");
}

interface TestFile {
	readonly name: string;
	readonly status: string;
	readonly message?: string;
	readonly assertionResults: readonly {
		readonly status: string;
		readonly fullName: string;
		readonly failureMessages?: readonly string[];
	}[];
}

/** What failed in a file of tests: its tests, or the file around them, which does not load or complains before or after them. */
function failuresOfFile({ name, status, message, assertionResults }: TestFile): string[] {
	const failed = assertionResults
		.filter((test) => test.status === "failed")
		.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]));
	if (status !== "failed" || failed.length > 0) return failed;
	return [failure(name, assertionResults.length === 0 ? "does not load" : "around its tests", message)];
}

/**
 * Tally of a report of `vitest --reporter=json`, which is silent about errors outside tests.
 * @param output what vitest printed
 */
export function tallyOfVitest(report: string | null, code: number, output = ""): Tally {
	if (!report) return tallyOfStep(code || 1);
	const { numPassedTests, testResults } = JSON.parse(report) as {
		numPassedTests: number;
		testResults: TestFile[];
	};
	return withHiddenFailure(
		{ passed: numPassedTests, failures: testResults.flatMap(failuresOfFile) },
		code,
		output,
	);
}

interface Journey {
	readonly title: string;
	readonly file: string;
	readonly tests: readonly {
		readonly projectName: string;
		readonly status: string;
		readonly results: readonly { readonly error?: { readonly message?: string } }[];
	}[];
}

interface Suite {
	readonly suites?: readonly Suite[];
	readonly specs: readonly Journey[];
}

/** A journey that passed at another try has failed. */
function failuresOfJourney({ title, file, tests }: Journey): string[] {
	return tests
		.filter(({ status }) => status === "unexpected" || status === "flaky")
		.map(({ projectName, results }) =>
			failure(`[${projectName}] ${file}`, title, results[0]?.error?.message),
		);
}

function failuresOfSuite({ suites = [], specs }: Suite): string[] {
	return [...specs.flatMap(failuresOfJourney), ...suites.flatMap(failuresOfSuite)];
}

/** Tally of a report of `playwright test --reporter=json`. */
export function tallyOfPlaywright(report: string | null, code: number): Tally {
	if (!report) return tallyOfStep(code || 1);
	const { stats, suites } = JSON.parse(report) as {
		stats: { expected: number };
		suites: readonly Suite[];
	};
	const failures = failuresOfSuite({ specs: [], suites });
	return withHiddenFailure({ passed: stats.expected, failures }, code, "");
}

/** Text of a report, null when it was not written. */
export function readReport(path: string): string | null {
	return existsSync(path) ? readFileSync(path, "utf8") : null;
}
