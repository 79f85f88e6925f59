import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PiecesPage } from "~/components/gallery-page";
import { page } from "~/shell/handle";
import { FieldPieces } from "./field-samples";
import { ButtonPieces, IconPieces, MarkPieces, TabPieces } from "./mark-samples";
import { MessagePieces, ToastPieces } from "./message-samples";
import { CardPieces, EmptyPiece, TablePiece } from "./panel-samples";
import { ChangePieces, NewsPieces } from "./record-samples";

export const handle = page({
	title: "pieces.title",
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return null;
}

export default function Pieces() {
	return (
		<PiecesPage
			current="parts"
			pieces={{
				buttons: <ButtonPieces />,
				tabs: <TabPieces />,
				fields: <FieldPieces />,
				notices: <MessagePieces />,
				toasts: <ToastPieces />,
				changes: <ChangePieces />,
				marks: <MarkPieces />,
				table: <TablePiece />,
				empty: <EmptyPiece />,
				cards: <CardPieces />,
				news: <NewsPieces />,
				icons: <IconPieces />,
			}}
		/>
	);
}
