import { and, desc, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { ScorerCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { compareNames } from "~/lib/i18n/collate";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
import { hasOpenFinding, isExpected, isUnlogged } from "~/lib/results/set-day-state.server";
import type { ClassScores } from "~/lib/scoring/class-scores.server";
import type { protestDays } from "~/lib/scoring/protest-days.server";
import { finalDate, isProtestTime, protestTimeEnds } from "~/lib/scoring/protest-deadline";
import type { ScoredPilot } from "~/lib/scoring/scored-pilots.server";
import { auditLog, type ScoredRow, users } from "~db/schema";

/* How final the results are, what the next state needs, and how long protests are possible. */

export type AskedAbout = Pick<ScoredPilot, "registrationId" | "startNumber">;

/** Whom the scorer is asked about before the next states, by the cause: `expected` before they are unofficial, `findings` before each. */
export type Asked = Readonly<
	Record<"unlogged" | "withheld" | "findings" | "expected", readonly AskedAbout[]>
>;

export function askedAbout({ stored, pilots }: ClassScores): Asked {
	const { state, sheet } = stored ?? {};
	const meant = (isMeant: (row: ScoredRow) => boolean, isAsked = state !== "official") =>
		pilots
			.filter(
				(pilot) =>
					isAsked && sheet?.rows.some((row) => row.registrationId === pilot.registrationId && isMeant(row)),
			)
			.map((pilot) => pick(pilot, "registrationId", "startNumber"))
			.toSorted((one, other) => compareNames(one.startNumber, other.startNumber));
	return {
		unlogged: meant(isUnlogged),
		withheld: meant(({ status }) => status === "withheld"),
		findings: meant(hasOpenFinding),
		expected: meant(isExpected, state === "preliminary"),
	};
}

/** How final the results are, and whether every button to another state asks for a reason. */
export function stateOf(stored: ClassScores["stored"], { expected, ...doubtful }: Asked, now: Date) {
	const name = stored?.state ?? "preliminary";
	const isOpen = stored !== null && isProtestTime(stored, now);
	return {
		name,
		isReasonRequired:
			name === "official" ||
			expected.length > 0 ||
			doubtful.findings.length > 0 ||
			(name === "unofficial" && (isOpen || Object.values(doubtful).flat().length > 0)),
		protestsUntil: stored?.protestsUntil ?? null,
		protestsUntilReason: stored?.protestsUntilReason ?? null,
		isProtestTime: isOpen,
	};
}

/** What the scorer reads of the protest time: what becoming unofficial brings with it, and of another end than that of the edition. */
export function endWords(
	{ edition, language, now }: ScorerCtx,
	{ day: { date }, stored }: ClassScores,
	days: Awaited<ReturnType<typeof protestDays>>,
) {
	const { t } = textsOf(language);
	const last = finalDate(edition, days);
	const preset = formatDayAndTime(protestTimeEnds(edition, { date, finalDate: last }, now), language);
	const told = stored?.protestsUntil;
	return {
		publish: [
			t("scoringAdmin.publish", { until: preset }),
			...(last === date ? [t("scoringAdmin.publish.final")] : []),
		].join(" "),
		end: {
			title: t("scoringAdmin.end"),
			label: t("scoringAdmin.end.label"),
			hint: told
				? t("scoringAdmin.end.now", { until: formatDayAndTime(told, language) })
				: t("scoringAdmin.end.preset", { until: preset }),
			reason: t("scoringAdmin.end.reason"),
			reasonHint: t("scoringAdmin.end.reason.hint"),
			save: t("scoringAdmin.end.save"),
		},
	};
}

/** What hinders the next state now, and the other rules of the states, each with whom it is about. */
export function hindrancesOf(
	{ language, now }: ScorerCtx,
	stored: ClassScores["stored"],
	isPending: boolean,
	asked: Asked,
) {
	const { t } = textsOf(language);
	const rule = (text: string, about: readonly AskedAbout[] = []) => ({ text, about });
	const causes = (["expected", "unlogged", "withheld", "findings"] as const)
		.filter((cause) => asked[cause].length > 0)
		.map((cause) =>
			rule(t(`scoringAdmin.reasonOfState.${cause}`, { count: asked[cause].length }), asked[cause]),
		);
	const rules = [rule(t("scoringAdmin.reasonOfState.hint"))];
	if (stored?.published === false)
		return { hindrances: [rule(t("server.results-hidden"))], rules: [...rules, ...causes] };
	if (stored?.protestsUntil && isProtestTime(stored, now)) {
		const until = formatDayAndTime(stored.protestsUntil, language);
		const left = timeUntil(stored.protestsUntil, now, language);
		return {
			hindrances: [rule(t("scoringAdmin.protestsRun", { until, left }))],
			rules: [...rules, rule(t("scoringAdmin.reasonOfState.duringProtests")), ...causes],
		};
	}
	const isUnofficial = stored?.state === "unofficial";
	if (isUnofficial && isPending)
		return { hindrances: [rule(t("server.protests-open"))], rules: [...rules, ...causes] };
	// The others hinder only what comes after the next state.
	const isNow = ({ about }: (typeof causes)[number]) =>
		isUnofficial || about === asked.expected || about === asked.findings;
	const hindering = causes.filter(isNow);
	return {
		hindrances: [
			...hindering,
			...(hindering.length > 0 ? [rule(t("scoringAdmin.reasonOfState.nevertheless"))] : []),
		],
		rules: [...rules, ...causes.filter((cause) => !isNow(cause))],
	};
}

const minuteMs = 60_000;

/** A text such as "in 10 minutes"; from two hours on in hours. */
function timeUntil(end: Date, now: Date, language: Language): string {
	const minutes = Math.ceil((end.getTime() - now.getTime()) / minuteMs);
	const words = new Intl.RelativeTimeFormat(language);
	return minutes < 120 ? words.format(minutes, "minute") : words.format(Math.floor(minutes / 60), "hour");
}

/** The version of results that were reopened, when, by whom and why; null for the first one. */
export function versionOf(
	{ language }: ScorerCtx,
	stored: ClassScores["stored"],
	by: string | null,
): string | null {
	if (!stored?.reopenedAt) return null;
	const { t } = textsOf(language);
	const at = [formatDayAndTime(stored.reopenedAt, language), ...(by ? [by] : [])].join(", ");
	const { revision, reopenReason } = stored;
	return `${t("results.revision", { revision })} · ${t("results.reopened", { at, reason: reopenReason ?? "" })}`;
}

/** Selects who has reopened the results last. */
export function lastReopening(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({ by: sql<string>`${users.name} || ' ' || ${users.surname}` })
		.from(auditLog)
		.innerJoin(users, eq(users.id, auditLog.actorId))
		.where(
			and(
				eq(auditLog.subjectId, classId),
				eq(auditLog.action, "score.state"),
				sql`json_extract(${auditLog.after}, '$.dayId') = ${dayId}`,
				sql`json_extract(${auditLog.after}, '$.state') = 'preliminary'`,
			),
		)
		.orderBy(desc(auditLog.at))
		.limit(1);
}
