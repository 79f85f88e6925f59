import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { first, read } from "~/lib/db/read.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { paymentOf } from "~/lib/entries/payment";
import { paymentCodeSvg, paymentCodeText } from "~/lib/entries/payment-qr-code";
import { contentDisposition } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { rasterise } from "~/lib/maps/raster/rasterise.server";

/** Pixels of a module: a code that is shown on a screen, or printed at 5 cm, is sharp. */
const scale = 12;

/** The QR code of the own payment as a picture to save: the app of the bank on the same phone reads it from there. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { db, actor, edition, language } = context.ctx;
	if (!actor) return plainPage({ language, reason: "token-invalid", returnTo: "/registration" });
	const kind = new URL(request.url).searchParams.get("code") === "epc" ? "epc" : "spayd";
	const { entry } = await read(db, { entry: first(entryOfUser(db, actor.id)) });
	const payment = entry ? paymentOf(edition, entry) : null;
	const text = payment && paymentCodeText(payment, kind);
	if (!text) return plainPage({ language, reason: "not-found", returnTo: "/registration" });
	return new Response(await rasterise(paymentCodeSvg(text, { kind, label: "", scale })), {
		headers: {
			"Content-Type": "image/png",
			"Content-Disposition": contentDisposition(`${kind}-${payment.variableSymbol}.png`, "attachment"),
			"Cache-Control": "private, no-store",
		},
	});
}
