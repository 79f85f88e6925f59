import { inject } from "vitest";
import type { FakeServices } from "./global-setup";

/** The fakes of outside services that only the files of this runner use. */
export function fakeServices(): FakeServices {
	const own = inject("fakeServices")[Number(process.env.VITEST_POOL_ID) - 1];
	if (!own) throw new Error("this runner has no fakes");
	return own;
}

/** Forgets the failures, data and clock that an earlier file has ordered. */
export async function resetFakeServices(): Promise<void> {
	await Promise.all(
		Object.values(fakeServices()).map((origin) => fetch(`${origin}/__control/reset`, { method: "POST" })),
	);
}
