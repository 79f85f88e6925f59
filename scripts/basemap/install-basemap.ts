import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { objectKey } from "~/lib/files/store-upload.server";
import type { Waypoint } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { Storage } from "../backup/backup";
import { checkBasemap } from "./check-basemap";

/**
 * Checks a file, uploads it and puts it in force.
 * @returns what was installed, and the key of the basemap before, which pages in caches still read for a minute
 * @throws Stop when the file is no basemap of the edition's region
 */
export async function installBasemap(
	storage: Pick<Storage, "query" | "putFile">,
	edition: Edition,
	path: string,
) {
	const { year, airfield, place } = edition;
	const [chart] = await storage.query(
		year,
		"SELECT content FROM charts WHERE kind = 'waypoints' AND in_force = 1",
	);
	// The column is trusted: only `readChart` fills it.
	const waypoints = chart ? (JSON.parse(String(chart.content)) as Waypoint[]) : [];
	const file = await open(path);
	const header = await checkBasemap(path, file, [{ ...airfield, name: place.en }, ...waypoints]).finally(() =>
		file.close(),
	);
	const sha256 = await digestOf(path);
	const [state] = await storage.query(year, "SELECT basemap FROM edition_state");
	const key = objectKey({ edition }, "basemap", sha256);
	await storage.putFile({ key, size: header.size, sha256 }, path);
	await storage.query(
		year,
		`UPDATE edition_state SET basemap = '${sha256}', content_version = content_version + 1`,
	);
	const before = state?.basemap;
	return {
		header,
		key,
		before:
			typeof before === "string" && before !== sha256 ? objectKey({ edition }, "basemap", before) : null,
	};
}

async function digestOf(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
