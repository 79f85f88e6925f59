import type { TestProject } from "vitest/node";
import { startResendFake } from "../fakes/resend";
import { resendKey } from "../fakes/resend-key";
import { startSoaringSpotFake } from "../fakes/soaring-spot";
import { soaringSpotKeys } from "../fakes/soaring-spot-keys";

declare module "vitest" {
	interface ProvidedContext {
		/** Origin of the fake of SoaringSpot; the tests that use it stand in one file, as it is one for all. */
		soaringSpotUrl: string;
		/** Origin of the fake of Resend; its messages and failures are told apart by the recipient. */
		resendUrl: string;
	}
}

/** Starts the fakes of outside services beside workerd; what is returned stops them. */
export default async function setup(project: TestProject) {
	const soaringSpot = await startSoaringSpotFake(soaringSpotKeys);
	project.provide("soaringSpotUrl", soaringSpot.url);
	const resend = await startResendFake({ apiKey: resendKey });
	project.provide("resendUrl", resend.url);
	return () => Promise.all([soaringSpot.close(), resend.close()]);
}
