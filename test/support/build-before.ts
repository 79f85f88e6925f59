import { buildWhenStale } from "../../scripts/lib/build";

/** Builds before the first file: several read the build, and a command that one runs must not rebuild it meanwhile. */
export default async function setup(): Promise<void> {
	await buildWhenStale();
}
