import { foldedNumber } from "~/lib/i18n/collate";
import type { ClassType } from "~db/enums";

interface NamedPilot {
	readonly startNumber: string;
	readonly classType: ClassType;
}

/** The path of a pilot's page. @param shared folded numbers that occur in both classes; the address then names the class too */
export function pilotPath({ startNumber, classType }: NamedPilot, shared: readonly string[]): string {
	const number = foldedNumber(startNumber);
	return `/pilots/${encodeURIComponent(number)}${shared.includes(number) ? `-${classType}` : ""}`;
}

/** Returns the numbers that addresses may name: a folded number, or a folded number with its class. */
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
