import { pragueDate } from "~/lib/editions/prague-time";
import { formatTime, formatTimeOn } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { placeInWords } from "~/lib/maps/place-in-words.server";
import type { LiveDay, LiveFix } from "./live-types";

type Places = Parameters<typeof placeInWords>[2];

/** Metres to which a height is said: it is of a barometer that nobody has set. */
const heightStep = 10;

/** Milliseconds after which a position is old, as its glider is elsewhere, and the network has fallen silent. */
const signalFor = 10 * 60_000;

/** When the network was last heard, if that is long ago; null while there is a signal, and before the first one. */
export function silentSince(
	{ now }: { readonly now: Date },
	{ signalAt }: Pick<LiveDay, "signalAt">,
): Date | null {
	const heard = signalAt === null ? null : new Date(signalAt);
	return heard && now.getTime() - heard.getTime() > signalFor ? heard : null;
}

const metres = (altitude: number, language: Language) =>
	`${formatNumber(Math.round(altitude / heightStep) * heightStep, language)}\u00a0m`;

/** "15 km north-west of Ledeč, 1,640 m, 16:42". */
export function lastSeen(language: Language, fix: LiveFix, places: Places): string {
	const time = formatTime(new Date(fix.at), language);
	return `${placeInWords(language, fix, places)}, ${metres(fix.altitude, language)}, ${time}`;
}

/** What the desk is told of a position: place, height and speed, with time and source. One that is old says first that there is no signal. */
export function lastNews(
	{ language, now }: { readonly language: Language; readonly now: Date },
	fix: LiveFix,
	places: Places,
): string {
	const at = new Date(fix.at);
	const isLost = now.getTime() - at.getTime() > signalFor;
	return textsOf(language).t(isLost ? "live.news.lost" : "live.news", {
		place: placeInWords(language, fix, places),
		height: metres(fix.altitude, language),
		speed: formatNumber(fix.speed, language),
		time: formatTimeOn(pragueDate(now), at, language),
	});
}
