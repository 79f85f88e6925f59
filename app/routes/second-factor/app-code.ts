import { encode } from "uqr";
import { modulesPath } from "~/lib/qr-code";

/** Width of the white border that readers need, in modules. */
const quietZone = 4;

/** Data address of the QR code that an authenticator app reads. */
export function appCode(address: string): string {
	const { data, size } = encode(address, { ecc: "M", border: quietZone });
	const svg = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
		`<rect width="${size}" height="${size}" fill="#fff"/><path d="${modulesPath(data)}" fill="#000"/></svg>`,
	].join("");
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
