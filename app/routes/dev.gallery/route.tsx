import { useForm } from "@conform-to/react";
import { CheckboxField, SelectField, TextArea, TextField } from "~/components/app-form";
import { Conflict } from "~/components/conflict";
import { PageTurner } from "~/components/data-table";
import { EmailAddress } from "~/components/email-address";
import { RequestedChange } from "~/components/entry/requested-change";
import { galleryNames } from "~/components/gallery-names.server";
import { GalleryPage } from "~/components/gallery-page";
import { type NewsItem, NewsList } from "~/components/news-list";
import { MovedPoints } from "~/components/scoring/moved-points";
import { SearchField } from "~/components/search-field";
import { useTexts } from "~/components/use-texts";
import { page } from "~/shell/handle";
import { ToastBox } from "~/shell/toasts";
import {
	ButtonSamples,
	CardSamples,
	EmptyPiece,
	IconSamples,
	MarkSamples,
	TablePiece,
	TabSamples,
} from "./samples";

export const handle = page({
	title: "pieces.title",
});

export const loader = galleryNames;

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

function FieldSamples() {
	const { t } = useTexts();
	const label = t("pieces.sample.label");
	const [, fields] = useForm<Record<"text" | "email" | "off" | "choice" | "long" | "check", string>>({
		id: "pieces",
		lastResult: { status: "error", error: { email: ["form.field.email"], choice: ["form.field.choice"] } },
		defaultValue: { text: "Jakub", email: "jakub@", off: "LS 4" },
	});
	return (
		<div className="grid-fit-56 items-end gap-x-6">
			<TextField field={fields.text} label={label} hint={t("pieces.sample.hint")} />
			<TextField field={fields.email} label={t("account.email")} hint={t("pieces.sample.hint")} />
			<TextField field={fields.off} label={label} disabled />
			<SelectField field={fields.choice} label={label} options={[{ value: "ls4", label: "LS 4" }]} />
			<TextArea field={fields.long} label={label} />
			<CheckboxField field={fields.check} label={label} hint={t("pieces.sample.hint")} />
			<SearchField id="pieces-search" label={t("list.show")} q="hrad" />
		</div>
	);
}

function MessageSamples() {
	const { t } = useTexts();
	return ["info", "success", "warning", "danger"].map((kind) => (
		<div key={kind} className={`notice notice-${kind}`}>
			<p className="notice-title">{t("pieces.sample.title")}</p>
			<p>{t("pieces.sample.text")}</p>
		</div>
	));
}

function ToastSamples() {
	const { t } = useTexts();
	return (
		<div className="stack">
			{(["success", "error", "loading"] as const).map((kind) => (
				<ToastBox key={kind} kind={kind} text={t("pieces.sample.title")} />
			))}
		</div>
	);
}

/** What somebody else has saved meanwhile, and what a competitor asks for. */
function ChangeSamples() {
	const { t } = useTexts();
	return (
		<div className="stack">
			<Conflict rows={[{ name: "glider", label: t("pieces.sample.label"), yours: "LS 4", saved: "" }]} />
			<RequestedChange changes={[{ field: "gliderType", before: "LS 4", after: "ASW 19" }]} />
			<MovedPoints
				words={{
					key: "",
					explanation: t("pieces.sample.title"),
					columns: { pilot: t("pieces.sample.label"), points: t("results.column.points") },
					days: [
						{
							title: t("pieces.sample.label"),
							note: t("pieces.sample.text"),
							pilots: [{ name: "A1 Jana Nováková", points: "492\u00a0(3.) → 465\u00a0(4.)" }],
						},
					],
				}}
			/>
		</div>
	);
}

/** News for visitors and for organisers, none, and the way to older rows. */
function NewsSamples() {
	const { t } = useTexts();
	const item = (id: string): NewsItem => ({
		id,
		title: t("pieces.sample.title"),
		body: t("pieces.sample.text"),
		authorName: "Petra",
		authorSurname: "Hájková",
		updatedAt: new Date("2025-07-17T07:30:00Z"),
		day: 6,
	});
	return (
		<div className="stack">
			{[false, true].map((admin) => (
				<NewsList
					key={String(admin)}
					items={[item(`piece-${admin}`)]}
					admin={admin}
					level={3}
					returnTo="/dev/gallery"
				/>
			))}
			<NewsList items={[]} admin={false} level={3} returnTo="/dev/gallery" />
			<PageTurner next="older" />
			<p>
				<EmailAddress address="jakub.hradecky@example.com" />
			</p>
		</div>
	);
}
