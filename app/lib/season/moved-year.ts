import { type Setting, valueAt } from "~/lib/editions/edition-settings.server";
import {
	addDays,
	datesBetween,
	instantOfLocal,
	localMinute,
	sameWeekdayOf,
} from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { type SettingGroup, settingGroups } from "./setting-groups";

/*
 * The settings of an edition as a later one takes them over. What belongs to one year alone, such as its results elsewhere, does not come
 * along.
 */

type Move = (edition: Edition, year: number) => unknown;

/** Settings that move in a way of their own. */
const ownMoves: Readonly<Record<string, Move>> = {
	// The competition begins on the same weekday and is as long.
	"competition.from": ({ competition: { from } }, year) => sameWeekdayOf(year, from),
	"competition.to": ({ competition: { from, to } }, year) =>
		addDays(sameWeekdayOf(year, from), datesBetween(from, to).length - 1),
	signupUntil: ({ signupUntil }, year) => sameWeekdayAt(year, signupUntil),
	entriesUntil: ({ entriesUntil }, year) => sameWeekdayAt(year, entriesUntil),
	soaringSpotUrl: () => null,
	contestId: () => null,
};

/** Groups in whose texts the year stands. Elsewhere a number may be another one, such as that of an album. */
const groupsWithYear: readonly SettingGroup[] = ["texts", "invitation"];

/** The settings of a group as they are in another year. */
export function movedSettings(edition: Edition, year: number, group: SettingGroup): Setting[] {
	const toText = (text: string) =>
		groupsWithYear.includes(group) ? text.replaceAll(String(edition.year), String(year)) : text;
	return settingGroups[group].map((key) => {
		const own = ownMoves[key];
		const is = own ? own(edition, year) : moved(valueAt(edition, key), year - edition.year, toText);
		return { key, value: is === undefined ? {} : { is } };
	});
}

/** An instant at the same local time on the same weekday. */
function sameWeekdayAt(year: number, instant: string | undefined): string | undefined {
	if (instant === undefined) return undefined;
	const [date = "", time = ""] = localMinute(new Date(instant)).split("T");
	return instantOfLocal(`${sameWeekdayOf(year, date)}T${time}`)?.toISOString() ?? instant;
}

const localDate = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** A value with each date and instant in it moved by years. */
function moved(value: unknown, years: number, toText: (text: string) => string): unknown {
	if (Array.isArray(value)) return value.map((one) => moved(one, years, toText));
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, one]) => [name, moved(one, years, toText)] as const),
		);
	if (typeof value !== "string") return value;
	if (localDate.test(value)) return laterDate(value, years);
	if (!instant.test(value)) return toText(value);
	const [date = "", time = ""] = localMinute(new Date(value)).split("T");
	return instantOfLocal(`${laterDate(date, years)}T${time}`)?.toISOString() ?? value;
}

/** The same date of another year; the day after where a year has no 29 February. */
function laterDate(date: string, years: number): string {
	return addDays(`${Number(date.slice(0, 4)) + years}${date.slice(4)}`, 0);
}
