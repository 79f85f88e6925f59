import { z } from "zod";
import { terrainSources } from "./tile";

/** Under a folder of the bucket that all editions share. The command `terrain` writes, the Worker reads. */
const folder = "shared/terrain/";
export const terrainKeys = {
	index: `${folder}index.json`,
	tile: (name: string, digest: string) => `${folder}${name}-${digest}`,
};

/** Of each stored tile its source and the digest that its key ends with. */
export const terrainIndexSchema = z.record(
	z.string(),
	z.object({ source: z.enum(terrainSources), digest: z.string() }),
);

export type TerrainIndex = z.infer<typeof terrainIndexSchema>;
