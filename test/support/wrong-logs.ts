import { encode } from "../../scripts/demo/igc-generator";

/* Logs as they come when something went wrong with recorders and sticks. */

const daySeconds = 86_400;

const linesOf = (log: Uint8Array) => new TextDecoder().decode(log).split("\r\n");
const fileOf = (lines: readonly string[]) => encode(lines.join("\r\n"), "utf-8");

/** The log of a recorder whose clock is wrong by some seconds: all its times, and the date of its first fix. */
export function withClock(log: Uint8Array, seconds: number): Uint8Array {
	const lines = linesOf(log);
	const first = lines.find((line) => line.startsWith("B"));
	const days = Math.floor((secondsAt(first ?? "B000000") + seconds) / daySeconds);
	return fileOf(
		lines.map((line) => {
			if (line.startsWith("HFDTE")) return line.replace(/\d{6}/, (date) => laterDate(date, days));
			if (!/^[BE]\d{6}/.test(line)) return line;
			const time = (((secondsAt(line) + seconds) % daySeconds) + daySeconds) % daySeconds;
			return `${line[0]}${clock(time)}${line.slice(7)}`;
		}),
	);
}

const secondsAt = (line: string) =>
	Number(line.slice(1, 3)) * 3600 + Number(line.slice(3, 5)) * 60 + Number(line.slice(5, 7));
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19).replaceAll(":", "");

/** @param date `DDMMYY` */
function laterDate(date: string, days: number): string {
	const [day, month, year] = [date.slice(0, 2), date.slice(2, 4), date.slice(4)];
	const later = new Date(Date.parse(`20${year}-${month}-${day}T00:00:00Z`) + days * daySeconds * 1000);
	return `${later.toISOString().slice(8, 10)}${later.toISOString().slice(5, 7)}${later.toISOString().slice(2, 4)}`;
}

/** The log without its signature. */
export const unsigned = (log: Uint8Array) => fileOf(linesOf(log).filter((line) => !line.startsWith("G")));

/** The log with marks of a glider in its header. */
export function marked(
	log: Uint8Array,
	{ number, registration }: { readonly number?: string; readonly registration?: string },
): Uint8Array {
	const [recorder = "", date = "", ...rest] = linesOf(log);
	return fileOf([
		...[recorder, date],
		...(registration === undefined ? [] : [`HFGIDGLIDERID:${registration}`]),
		...(number === undefined ? [] : [`HFCIDCOMPETITIONID:${number}`]),
		...rest,
	]);
}

/** What two competitors send who have taken each other's sticks. */
export const exchanged = <Log>([one, other]: readonly [Log, Log]): readonly [Log, Log] => [other, one];
