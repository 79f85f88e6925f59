import type { EntryPayment } from "~/lib/entries/payment";
import { escapeXml } from "~/lib/escape";
import { qrPath } from "~/lib/qr-code";
import { spaydText } from "./spayd";

/** Modules of the code, like all lengths here. */
const captionHeight = 5;
/** Stays free between the frame and the edge of the picture. */
const margin = 1;
/** The standard asks for these words in every language. */
const caption = "QR platba";

/**
 * Data address of the QR code; null for currencies other than the crown.
 * @param label accessible name, in the page's language
 */
export function paymentCode(payment: EntryPayment, label: string): string | null {
	if (payment.currency !== "CZK") return null;
	const spayd = spaydText(payment);
	return spayd.ok ? `data:image/svg+xml,${encodeURIComponent(paymentCodeSvg(spayd.text, label))}` : null;
}

/**
 * The QR code as an SVG without a size, which the page sets. Black on white in every theme, so that readers find it.
 * @param spayd text of `spaydText`
 * @param label accessible name, in the page's language
 */
export function paymentCodeSvg(spayd: string, label: string): string {
	const { path, size } = qrPath(spayd, margin);
	const width = size + 2 * margin;
	const height = width + captionHeight;
	const frame = `x="${margin}" y="${margin}" width="${size}" height="${size + captionHeight}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" shape-rendering="crispEdges">`,
		`<title>${escapeXml(label)}</title>`,
		`<rect width="${width}" height="${height}" fill="#fff"/>`,
		`<rect ${frame} fill="none" stroke="#000" stroke-width="0.3"/>`,
		`<path d="${path}" fill="#000"/>`,
		`<text x="${width / 2}" y="${margin + size + captionHeight / 2}" font-family="sans-serif" font-size="4"`,
		` font-weight="bold" text-anchor="middle" fill="#000">${caption}</text>`,
		"</svg>",
	].join("");
}
