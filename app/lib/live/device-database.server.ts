import { z } from "zod";

/** Milliseconds. */
const longestAnswer = 30_000;

const databaseSchema = z.object({
	devices: z.array(z.object({ device_id: z.string(), tracked: z.string(), identified: z.string() })).min(1),
});

/**
 * Reads the ids whose owners have told the network not to track or not to identify them (docs/formats.md, 12). An empty database is a
 * broken one.
 * @throws what fetching, reading or checking throws
 */
export async function readRefusedDevices(address: string): Promise<ReadonlySet<string>> {
	const response = await fetch(address, { signal: AbortSignal.timeout(longestAnswer) });
	if (!response.ok) throw new Error(`the device database answers ${response.status}`);
	const { devices } = databaseSchema.parse(await response.json());
	return new Set(
		devices
			.filter(({ tracked, identified }) => tracked !== "Y" || identified !== "Y")
			.map((device) => device.device_id.toUpperCase()),
	);
}
