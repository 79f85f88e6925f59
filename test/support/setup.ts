import { vi } from "vitest";
import { drawsPictures } from "./drawing";
import { emptyStores } from "./empty-stores";
import { watchLog } from "./log-watch";
import { resetFakeServices } from "./services";

// Cheap to hash: hundreds of accounts are signed up and logged in. unit/password and the journeys have the real cost.
vi.mock("~/lib/accounts/password/password-cost", () => ({ passwordCost: { ln: 4, r: 8, p: 1 } }));

vi.mock("~/lib/maps/raster/rasterise.server", async (original) => {
	const library = await original<typeof import("~/lib/maps/raster/rasterise.server")>();
	const { rasterise } = library;
	const draw: typeof rasterise = async (svg) => (drawsPictures() ? rasterise(svg) : new Uint8Array(1));
	return { ...library, rasterise: draw };
});

// Runs before each file, in a workerd that has run other files before.
watchLog();
await Promise.all([emptyStores(), resetFakeServices()]);
