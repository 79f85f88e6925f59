import type { Call } from "~/lib/http/api-call.server";
import { addressOf, ask, type Input, type Plan, type Role, roles } from "./ask";
import { absentId, badInputsOf } from "./bad-inputs";
import * as accounts from "./calls/accounts";
import * as content from "./calls/content";
import * as days from "./calls/days";
import * as entries from "./calls/entries";
import * as ground from "./calls/ground";
import * as logs from "./calls/logs";
import * as results from "./calls/results";
import * as scoring from "./calls/scoring";
import * as tasks from "./calls/tasks";
import * as yearBefore from "./calls/year-before";
import type { World } from "./season";
import { answerText, type Names, namedText } from "./write-down";

/** Areas in the order in which they are asked: changes of accounts end sessions, so they come last. */
const areas = {
	ground,
	content,
	tasks,
	days,
	logs,
	results,
	scoring,
	entries,
	"year-before": yearBefore,
	accounts,
};

export type Area = keyof typeof areas;
export const areaNames = Object.keys(areas) as Area[];

/** Answers by call and input, in the order in which they were asked. */
type Answers = ReadonlyMap<string, string>;

/** An area of the recording, as it is made. */
interface Recorded {
	readonly answers: Map<string, string>;
	readonly names: Names["known"];
	/** Titles by long answers: what is answered again is not written again. */
	readonly long: Map<string, string>;
}

/** An empty recording. All areas are to be read before anything is changed. */
export function createRecording(calls: readonly Call[], world: World) {
	const recording = new Map(
		areaNames.map((area): [Area, Recorded] => {
			const names = new Map([...world.names, [absentId, "nobody's id"] as const]);
			return [area, { answers: new Map(), names, long: new Map() }];
		}),
	);
	return {
		answersOf: (area: Area): Answers => recording.get(area)?.answers ?? new Map(),

		/** Asks everything as everybody. */
		async ask(phase: "reads" | "writes"): Promise<void> {
			for (const [area, recorded] of recording)
				for (const plan of areas[area][phase](world, calls))
					for (const input of inputsOf(plan, calls, world)) await addAnswers(recorded, plan, input, world);
		},
	};
}

/** Calls that no plan asks. @param calls method and path */
export function unasked(calls: readonly string[], world: World): string[] {
	const plans = Object.values(areas).flatMap(({ reads, writes }) => [...reads(world, []), ...writes(world)]);
	const asked = plans.filter(({ isWholeCall }) => isWholeCall);
	return calls.filter((call) => !asked.some(({ method, path }) => `${method} ${path}` === call));
}

function inputsOf(plan: Plan, calls: readonly Call[], world: World): readonly Input[] {
	const { method, path, inputs, isWholeCall } = plan;
	const [good] = inputs;
	const call = calls.find((one) => one.method === method && one.path === path);
	if (!isWholeCall || !call || !good) return inputs;
	const head = method === "GET" ? [{ ...good, what: "only the headers", method: "HEAD" } as const] : [];
	return [...inputs, ...head, ...badInputsOf(call, good, world)];
}

/** Characters from which on an answer is long. */
const longAnswer = 300;

async function addAnswers(recorded: Recorded, plan: Plan, input: Input, world: World): Promise<void> {
	const { answers, long } = recorded;
	const names = { known: recorded.names, noun: `new ${plan.path.split("/")[2] ?? "thing"}` };
	const title = namedText(`${input.method ?? plan.method} ${addressOf(plan, input)} · ${input.what}`, names);
	if (answers.has(title)) throw new Error(`asked twice: ${title}`);
	const asking = new Map<string, Role[]>();
	for (const role of input.by ?? roles) {
		const answer = await answerText(await ask(plan, input, role, world), names);
		asking.set(answer, [...(asking.get(answer) ?? []), role]);
	}
	const parts = [...asking].map(([answer, by]) => {
		const before = long.get(answer);
		if (!before && answer.length > longAnswer) long.set(answer, title);
		return `[${by.join(", ")}]\n${before ? `as: ${before}` : answer}`;
	});
	answers.set(title, parts.join("\n"));
}

const heading = "\n\n=== ";

/** A recording as it is stored. */
export const textOf = (answers: Answers) =>
	`${[...answers]
		.map(([title, answer]) => `${heading}${title}\n${answer}`)
		.join("")
		.trimStart()}\n`;

/** The answers of a stored recording. */
export function readAnswers(text: string): Answers {
	const parts = `\n\n${text.trimEnd()}`.split(heading).slice(1);
	return new Map(
		parts.map((part) => {
			const end = part.indexOf("\n");
			return [part.slice(0, end), part.slice(end + 1)];
		}),
	);
}
