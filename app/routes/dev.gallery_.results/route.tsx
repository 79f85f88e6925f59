import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { GalleryPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { ResultsSamples } from "./results-samples";
import { ScoreSamples } from "./score-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return null;
}

export default function PiecesOfResults() {
	return <GalleryPage current="results" pieces={{ results: <ResultsSamples />, score: <ScoreSamples /> }} />;
}
