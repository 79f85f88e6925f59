import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { GalleryPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { FlightSamples } from "./flight-samples";
import { PodiumSamples, StatesSamples } from "./state-samples";
import { WaitingSamples } from "./waiting-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return null;
}

export default function PiecesOfDay() {
	return (
		<GalleryPage
			current="day"
			pieces={{
				states: <StatesSamples />,
				podium: <PodiumSamples />,
				flights: <FlightSamples />,
				waiting: <WaitingSamples />,
			}}
		/>
	);
}
