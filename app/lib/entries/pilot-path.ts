import { foldedNumber } from "~/lib/i18n/collate";
import type { ClassType } from "~db/enums";

interface NamedPilot {
	readonly startNumber: string;
	readonly classType: ClassType;
}

/** The page of a pilot. @param shared folded numbers that both classes have: there the class belongs to the address */
export function pilotPath({ startNumber, classType }: NamedPilot, shared: readonly string[]): string {
	const number = foldedNumber(startNumber);
	return `/pilots/${encodeURIComponent(number)}${shared.includes(number) ? `-${classType}` : ""}`;
}

/** What an address may name: a number, and a number with its class. Numbers are folded. */
export function namedPilots(
	text: string,
	classTypes: readonly ClassType[],
): readonly { number: string; classType: ClassType | null }[] {
	const withClass = classTypes.flatMap((classType) => {
		const end = `-${classType}`;
		return text.endsWith(end) ? [{ number: foldedNumber(text.slice(0, -end.length)), classType }] : [];
	});
	return [{ number: foldedNumber(text), classType: null }, ...withClass];
}
