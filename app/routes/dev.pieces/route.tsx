import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { page } from "~/shell/handle";
import { FieldPieces } from "./field-pieces";
import { MapPieces } from "./map-pieces";
import { ButtonPieces, IconPieces, MarkPieces, TabPieces } from "./mark-pieces";
import { MessagePieces, ToastPieces } from "./message-pieces";
import { CardPieces, EmptyPiece, PodiumPiece, TablePiece } from "./panel-pieces";
import { type DrawnTask, drawSampleTask } from "./sample-task.server";

export const handle = page({
	title: "pieces.title",
	mode: "reading",
	texts: ["complaints", "dayReports", "map", "pieces", "statuses"],
});

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	if (!ctx.settings.local) throw data({ reason: "not-found" }, { status: 404 });
	return drawSampleTask(ctx);
}

const pieces: readonly (readonly [name: string, ComponentType<DrawnTask>])[] = [
	["buttons", ButtonPieces],
	["tabs", TabPieces],
	["fields", FieldPieces],
	["notices", MessagePieces],
	["toasts", ToastPieces],
	["marks", MarkPieces],
	["table", TablePiece],
	["empty", EmptyPiece],
	["cards", CardPieces],
	["podium", PodiumPiece],
	["map", MapPieces],
	["icons", IconPieces],
];

/** Every component in its states, for whoever changes a style. */
export default function Pieces() {
	const { t } = useTranslation();
	const drawn = useLoaderData<typeof loader>();
	return (
		<>
			<h1>{t("pieces.title")}</h1>
			{pieces.map(([name, Show]) => (
				<section key={name} className="section" aria-labelledby={`piece-${name}`}>
					<h2 id={`piece-${name}`}>{t(`pieces.${name}`)}</h2>
					<Show {...drawn} />
				</section>
			))}
		</>
	);
}
