import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PiecesPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { FlightPieces } from "./flight-samples";
import { PodiumPieces, StatesPieces } from "./state-samples";
import { WaitingPieces } from "./waiting-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return null;
}

export default function PiecesOfDay() {
	return (
		<PiecesPage
			current="day"
			pieces={{
				states: <StatesPieces />,
				podium: <PodiumPieces />,
				flights: <FlightPieces />,
				waiting: <WaitingPieces />,
			}}
		/>
	);
}
