import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { inLocalMode } from "~/lib/http/page-guards.server";
import { textsUnder } from "~/lib/i18n/i18n.server";

/** The `loader` of a page of the gallery: the names of the pieces. */
export function galleryNames({ context }: Pick<LoaderFunctionArgs, "context">) {
	return { names: textsUnder(inLocalMode(context).language, "pieces.") };
}
