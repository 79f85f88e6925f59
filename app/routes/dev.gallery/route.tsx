import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { GalleryPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { FieldSamples } from "./field-samples";
import { ButtonSamples, IconSamples, MarkSamples, TabSamples } from "./mark-samples";
import { MessageSamples, ToastSamples } from "./message-samples";
import { CardSamples, EmptyPiece, TablePiece } from "./panel-samples";
import { ChangeSamples, NewsSamples } from "./record-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return null;
}

export default function Pieces() {
	return (
		<GalleryPage
			current="parts"
			pieces={{
				buttons: <ButtonSamples />,
				tabs: <TabSamples />,
				fields: <FieldSamples />,
				notices: <MessageSamples />,
				toasts: <ToastSamples />,
				changes: <ChangeSamples />,
				marks: <MarkSamples />,
				table: <TablePiece />,
				empty: <EmptyPiece />,
				cards: <CardSamples />,
				news: <NewsSamples />,
				icons: <IconSamples />,
			}}
		/>
	);
}
