import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isZip, readZip, unpackMember } from "~/lib/files/read-zip";
import { type Position, radiansPerDegree } from "~/lib/maps/geodesy";
import { type HgtProblem, readHgt } from "~/lib/maps/terrain/read-hgt";
import { cornerOfTile, type TerrainTile } from "~/lib/maps/terrain/tile";

export interface ReadTile {
	readonly name: string;
	readonly tile: TerrainTile;
}

/** Bytes of the largest tile: every second. */
const mostBytes = 3_601 * 3_601 * 2;
/** Degrees of latitude around the airfield in which anybody flies. */
const mostAway = 8;

const problems: Readonly<Record<HgtProblem | "zip" | "far", string>> = {
	name: "its name is not that of a tile, such as N49E016.hgt",
	size: "it has neither 1201 × 1201 heights (3 seconds) nor 3601 × 3601 (1 second)",
	empty: "no height in it is known",
	zip: "it cannot be unpacked",
	far: "nobody flies there: it is far from the airfield",
};

/** Reads tiles from `.hgt` files and from those in ZIP archives, one after the other: a hundred of them are 2 GB. */
export async function* readTiles(
	paths: readonly string[],
	airfield: Position,
): AsyncGenerator<ReadTile | { readonly complaint: string }> {
	for (const path of paths) {
		const bytes = new Uint8Array(readFileSync(path));
		if (!isZip(bytes)) {
			yield judged(basename(path), readHgt(basename(path), bytes), airfield);
			continue;
		}
		const members = readZip(bytes);
		const tiles = members.ok ? members.value.filter(({ name }) => /\.hgt$/i.test(name)) : [];
		if (tiles.length === 0) yield { complaint: `${basename(path)}: ${problems.zip}` };
		for (const member of tiles) {
			const unpacked = await unpackMember(member, mostBytes);
			yield unpacked.ok
				? judged(member.name, readHgt(basename(member.name), unpacked.bytes), airfield)
				: { complaint: `${member.name}: ${problems.zip}` };
		}
	}
}

function judged(file: string, read: ReturnType<typeof readHgt>, airfield: Position) {
	if ("problem" in read) return { complaint: `${file}: ${problems[read.problem]}` };
	return isNear(read.name, airfield) ? read : { complaint: `${file}: ${problems.far}` };
}

function isNear(name: string, { latitude, longitude }: Position): boolean {
	const corner = cornerOfTile(name);
	if (!corner) return false;
	const across = Math.abs(corner.west + 0.5 - longitude) * Math.cos(latitude * radiansPerDegree);
	return Math.max(across, Math.abs(corner.south + 0.5 - latitude)) <= mostAway;
}
