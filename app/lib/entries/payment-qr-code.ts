import { escapeXml } from "~/lib/escape";
import { qrPath } from "~/lib/qr-code";
import { epcText } from "./epc";
import { type EntryPayment, euroMessage } from "./payment";
import { spaydText } from "./spayd";

/** The code of the Czech banks, and that of transfers in euro. */
export type PaymentCodeKind = "spayd" | "epc";

/** Modules of the code, like all lengths here. */
const captionHeight = 5;
/** Stays free between the frame and the edge of the picture. */
const margin = 1;
/** The Czech standard asks for these words in every language. */
const captions: Readonly<Record<PaymentCodeKind, string>> = { spayd: "QR platba", epc: "SEPA · EUR" };

/** The text of a code; null for a payment that it cannot say. */
export function paymentCodeText(payment: EntryPayment, kind: PaymentCodeKind): string | null {
	const { currency, recipient } = payment;
	if (kind === "spayd") {
		const spayd = spaydText(payment);
		return spayd.ok ? spayd.text : null;
	}
	const euro = payment.euro ?? (currency === "EUR" ? payment : null);
	return (
		euro &&
		epcText({
			recipient,
			iban: euro.iban.replaceAll(" ", ""),
			bic: euro.bic ?? null,
			amount: euro.amount,
			message: euroMessage(payment),
		})
	);
}

/** Data address of the QR code; null for a payment without one. @param label accessible name, in the page's language */
export function paymentCode(payment: EntryPayment, kind: PaymentCodeKind, label: string): string | null {
	const text = paymentCodeText(payment, kind);
	return text && `data:image/svg+xml,${encodeURIComponent(paymentCodeSvg(text, { kind, label }))}`;
}

interface Picture {
	readonly kind: PaymentCodeKind;
	/** Accessible name, in the page's language. */
	readonly label: string;
	/** Pixels of a module; without them the page sets the size. */
	readonly scale?: number;
}

/** The QR code as an SVG. Black on white in every theme, so that readers find it. @param text that of `paymentCodeText` */
export function paymentCodeSvg(text: string, { kind, label, scale }: Picture): string {
	const { path, size } = qrPath(text, margin);
	const width = size + 2 * margin;
	const height = width + captionHeight;
	const frame = `x="${margin}" y="${margin}" width="${size}" height="${size + captionHeight}"`;
	const pixels = scale ? ` width="${width * scale}" height="${height * scale}"` : "";
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${pixels} role="img" shape-rendering="crispEdges">`,
		`<title>${escapeXml(label)}</title>`,
		`<rect width="${width}" height="${height}" fill="#fff"/>`,
		`<rect ${frame} fill="none" stroke="#000" stroke-width="0.3"/>`,
		`<path d="${path}" fill="#000"/>`,
		`<text x="${width / 2}" y="${margin + size + captionHeight / 2}" font-family="sans-serif" font-size="4"`,
		` font-weight="bold" text-anchor="middle" fill="#000">${captions[kind]}</text>`,
		"</svg>",
	].join("");
}
