import { readDeployment } from "../deploy/deployment";
import { openCloudflare } from "../lib/cloudflare";
import type { OpenStorage } from "./store-tiles";

/** Of the deployment. */
export async function openRemote(): Promise<OpenStorage> {
	const [bucket = ""] = readDeployment().buckets;
	const cloudflare = await openCloudflare();
	return {
		get: (key) => cloudflare.getObject(bucket, key),
		put: (key, bytes) => cloudflare.putObject(bucket, key, bytes),
		close: async () => {},
	};
}
