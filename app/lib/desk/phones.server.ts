import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";

/** The numbers that are known, each once. */
export function phonesAmong(numbers: readonly (string | null | undefined)[]): string[] {
	return [...new Set(numbers)].flatMap((number) => number || []);
}

/** Numbers by which somebody can reach a pilot. */
export interface Numbers {
	/** Of the entry and of confirmed reports. */
	readonly phones: readonly string[];
	/** Of the crew, by the safety card. */
	readonly crewPhone: string | null;
}

/** As a page of the desk shows them; null for somebody who works by a link, see `numbersForLink`. */
export type ShownNumbers = Numbers | Readonly<Record<keyof Numbers, null>>;

/** Leaves the numbers out for somebody who works by a link: such a person asks for those of one pilot, and that is recorded. */
export function numbersFor(ctx: Ctx, { phones, crewPhone }: Numbers): ShownNumbers {
	return may(ctx, "desk") ? { phones, crewPhone } : { phones: null, crewPhone: null };
}
