import { onTestFinished } from "vitest";
import type { Edition } from "~editions/schema";
import { testEdition } from "./test-edition";

/**
 * Lets an edition say something else until the end of the test. All tests of a runner share the editions, so nothing else writes into
 * one.
 */
export function changeEdition(changes: Partial<Edition>, edition: Edition = testEdition): void {
	const before = { ...edition };
	onTestFinished(() => {
		for (const name of Object.keys(changes)) Reflect.deleteProperty(edition, name);
		Object.assign(edition, before);
	});
	Object.assign(edition, changes);
}
