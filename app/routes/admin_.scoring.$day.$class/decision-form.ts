import { startOfDay } from "~/lib/editions/prague-time";
import {
	classDecisionSchema,
	type DecisionInput,
	decisionSchema,
	type ScoreDecision,
} from "~/lib/scoring/score-decision";

/** Null when a field does not hold what it should. Empty fields take their overrides back. */
export function readDecision(
	form: FormData,
	date: string,
	before: Pick<ScoreDecision, "penalties">,
): DecisionInput | null {
	const text = (name: string) => String(form.get(name) ?? "").trim();
	const number = (name: string) => (text(name) === "" ? null : Number(text(name).replace(",", ".")));
	const kilometres = number("distanceKm");
	const points = number("penaltyPoints");
	const kept = form.get("clearPenalties") === null ? before.penalties : [];
	const parsed = decisionSchema.safeParse({
		override: {
			start: instantOf(date, text("start")),
			finish: instantOf(date, text("finish")),
			distanceM: kilometres === null ? null : Math.round(kilometres * 1000),
			timeS: secondsOf(text("time")),
			handicap: number("handicap"),
			out: form.get("out") === null ? null : true,
		},
		penalties: points === null ? kept : [...kept, { points, text: text("penaltyText") }],
		disqualified: form.get("disqualified") !== null,
		guest: form.get("guest") !== null,
		reason: text("reason"),
	});
	return parsed.success ? parsed.data : null;
}

const classIntents = {
	show: { published: true },
	hide: { published: false },
	cancel: { cancelled: true },
	restore: { cancelled: false },
} as const;

/** Null when it is another form, or has no reason. */
export function readClassDecision(form: FormData) {
	const intent = String(form.get("intent"));
	if (!Object.hasOwn(classIntents, intent)) return null;
	const change = classIntents[intent as keyof typeof classIntents];
	const parsed = classDecisionSchema.safeParse({ ...change, reason: form.get("reason") });
	return parsed.success ? parsed.data : null;
}

/** Seconds of `H:MM:SS`; null without a text, NaN for another one. */
function secondsOf(text: string): number | null {
	if (text === "") return null;
	return /^\d{1,2}:\d\d:\d\d$/.test(text)
		? text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)
		: Number.NaN;
}

/** ISO 8601 of a local time of the day; a text that is none stays as it is, and is refused. */
function instantOf(date: string, text: string): string | null {
	const seconds = secondsOf(text);
	if (seconds === null) return null;
	if (Number.isNaN(seconds)) return text;
	return new Date(startOfDay(date).getTime() + seconds * 1000).toISOString();
}
