import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";

/** The numbers that are known, each once. */
export function phonesAmong(numbers: readonly (string | null | undefined)[]): string[] {
	return [...new Set(numbers)].flatMap((number) => number || []);
}

/** Null for somebody who works by a link: such a person asks for the numbers of one pilot, and that is recorded. */
export function phonesFor(ctx: Ctx, phones: readonly string[]): readonly string[] | null {
	return isAdmin(ctx) ? phones : null;
}
