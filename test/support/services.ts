import { inject } from "vitest";
import type { FakeServices } from "./global-setup";

/** The fakes of outside services that nobody uses but the files of this runner. */
export function fakeServices(): FakeServices {
	const own = inject("fakeServices")[Number(process.env.VITEST_POOL_ID) - 1];
	if (!own) throw new Error("this runner has no fakes");
	return own;
}

/** Takes back what a file has ordered from them. */
export async function resetFakeServices(): Promise<void> {
	await Promise.all(
		Object.values(fakeServices()).map((origin) => fetch(`${origin}/__control/reset`, { method: "POST" })),
	);
}
