import { qrPath } from "~/lib/qr-code";

/** Data address of the QR code that an authenticator app reads. */
export function appCode(address: string): string {
	const { path, size } = qrPath(address);
	const svg = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
		`<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`,
	].join("");
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
