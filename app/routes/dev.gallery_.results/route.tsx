import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PiecesPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { ResultsPieces } from "./results-samples";
import { ScorePieces } from "./score-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return null;
}

export default function PiecesOfResults() {
	return <PiecesPage current="results" pieces={{ results: <ResultsPieces />, score: <ScorePieces /> }} />;
}
