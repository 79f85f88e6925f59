import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { networkOf } from "~/lib/http/client-network";

/** Tells the devices of an account apart in the audit log: a digest of the browser and its network. */
export async function deviceDigest({ ip, userAgent }: Ctx): Promise<string> {
	return (await sha256Hex(`${networkOf(ip)}\n${userAgent ?? ""}`)).slice(0, 16);
}
