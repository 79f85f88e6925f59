import type { TestProject } from "vitest/node";
import { startIgcRankingFake } from "../fakes/igc-ranking";
import { startOgnFake } from "../fakes/ogn";
import { startPwnedPasswordsFake } from "../fakes/pwned-passwords";
import { startResendFake } from "../fakes/resend";
import { resendKey } from "../fakes/resend-key";
import { startSoaringSpotFake } from "../fakes/soaring-spot";
import { soaringSpotKeys } from "../fakes/soaring-spot-keys";

/** Origins of fakes of outside services. */
export interface FakeServices {
	readonly soaringSpot: string;
	readonly resend: string;
	readonly pwnedPasswords: string;
	readonly ogn: string;
	readonly igcRanking: string;
}

declare module "vitest" {
	interface ProvidedContext {
		/** Hosts and ports of the APRS servers, for each runner its own. */
		ognServers: readonly string[];
		/** For each runner its own. */
		fakeServices: readonly FakeServices[];
	}
}

/** Starts the fakes beside workerd; what is returned stops them. */
export default async function setup(project: TestProject) {
	const runners = Array.from({ length: project.config.maxWorkers ?? 1 });
	const started = await Promise.all(
		runners.map(async () => ({
			soaringSpot: await startSoaringSpotFake(soaringSpotKeys),
			resend: await startResendFake({ apiKey: resendKey }),
			pwnedPasswords: await startPwnedPasswordsFake(),
			ogn: await startOgnFake(),
			igcRanking: await startIgcRankingFake(),
		})),
	);
	project.provide(
		"fakeServices",
		started.map(({ soaringSpot, resend, pwnedPasswords, ogn, igcRanking }) => ({
			soaringSpot: soaringSpot.url,
			resend: resend.url,
			pwnedPasswords: pwnedPasswords.url,
			ogn: ogn.url,
			igcRanking: igcRanking.url,
		})),
	);
	project.provide(
		"ognServers",
		started.map(({ ogn }) => ogn.server),
	);
	return () => Promise.all(started.flatMap(Object.values).map((fake) => fake.close()));
}
