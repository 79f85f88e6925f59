import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PiecesPage } from "~/components/pieces-page";
import { page } from "~/shell/handle";
import { FieldPieces } from "./field-pieces";
import { ButtonPieces, IconPieces, MarkPieces, TabPieces } from "./mark-pieces";
import { MessagePieces, ToastPieces } from "./message-pieces";
import { CardPieces, EmptyPiece, TablePiece } from "./panel-pieces";
import { ChangePieces, NewsPieces } from "./record-pieces";

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
