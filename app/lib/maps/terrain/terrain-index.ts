import { z } from "zod";
import { terrainSources } from "./tile";

/** Folder of the bucket that all editions share. The command `terrain` writes it, and the Worker reads it. */
const folder = "shared/terrain/";
export const terrainKeys = {
	index: `${folder}index.json`,
	tile: (name: string, digest: string) => `${folder}${name}-${digest}`,
};

/** Source of each stored tile, and the digest that its key ends with. */
export const terrainIndexSchema = z.record(
	z.string(),
	z.object({ source: z.enum(terrainSources), digest: z.string() }),
);

export type TerrainIndex = z.infer<typeof terrainIndexSchema>;
