import { useForm } from "@conform-to/react";
import { CheckboxField, ChoiceField, SelectField, TextArea, TextField } from "~/components/app-form";
import { Conflict } from "~/components/conflict";
import { PageTurner } from "~/components/data-table";
import { EmailAddress } from "~/components/email-address";
import { RequestedChange } from "~/components/entry/requested-change";
import { NewsList } from "~/components/news-list";
import { MovedPoints } from "~/components/scoring/moved-points";
import { SearchField } from "~/components/search-field";
import { useTexts } from "~/components/use-texts";
import type { NewsItem } from "~/lib/content/news-queries.server";
import { ToastBox } from "~/shell/toasts";
import { GalleryPage, galleryHandle, sample } from "./gallery-page";
import {
	ButtonSamples,
	CardSamples,
	EmptyPiece,
	IconSamples,
	MarkSamples,
	TablePiece,
	TabSamples,
} from "./parts-samples";

export const handle = galleryHandle;

export default function Pieces() {
	return (
		<GalleryPage
			current="Forms and messages"
			pieces={{
				"Buttons, and links as buttons": <ButtonSamples />,
				Choices: <TabSamples />,
				Fields: <FieldSamples />,
				Notices: <MessageSamples />,
				Toasts: <ToastSamples />,
				"Changes and conflicts": <ChangeSamples />,
				"Statuses, chips, badges": <MarkSamples />,
				Table: <TablePiece />,
				"Empty list": <EmptyPiece />,
				Cards: <CardSamples />,
				News: <NewsSamples />,
				Icons: <IconSamples />,
			}}
		/>
	);
}

function FieldSamples() {
	const { t } = useTexts();
	const label = sample.label;
	const [, fields] = useForm<Record<"text" | "email" | "off" | "choice" | "long" | "check", string>>({
		id: "pieces",
		lastResult: { status: "error", error: { email: ["form.field.email"], choice: ["form.field.choice"] } },
		defaultValue: { text: "Jakub", email: "jakub@", off: "LS 4" },
	});
	return (
		<div className="grid-fit-56 items-end gap-x-6">
			<TextField field={fields.text} label={label} hint={sample.hint} />
			<TextField field={fields.email} label={t("account.email")} hint={sample.hint} />
			<TextField field={fields.off} label={label} disabled />
			<SelectField field={fields.choice} label={label} options={[{ value: "ls4", label: "LS 4" }]} />
			<ChoiceField
				field={{ ...fields.choice, id: "few" }}
				label={label}
				options={[{ value: "ls4", label: "LS 4" }]}
			/>
			<TextArea field={fields.long} label={label} />
			<CheckboxField field={fields.check} label={label} hint={sample.hint} />
			<SearchField id="pieces-search" label={t("list.show")} q="hrad" />
		</div>
	);
}

function MessageSamples() {
	return ["info", "success", "warning", "danger"].map((kind) => (
		<div key={kind} className={`notice notice-${kind}`}>
			<p className="notice-title">{sample.title}</p>
			<p>{sample.text}</p>
		</div>
	));
}

function ToastSamples() {
	return (
		<div className="stack">
			{(["success", "error", "loading"] as const).map((kind) => (
				<ToastBox key={kind} kind={kind} text={sample.title} />
			))}
		</div>
	);
}

/** What somebody else has saved meanwhile, and what a competitor asks for. */
function ChangeSamples() {
	const { t } = useTexts();
	return (
		<div className="stack">
			<Conflict rows={[{ name: "glider", label: sample.label, yours: "LS 4", saved: "" }]} />
			<RequestedChange changes={[{ field: "gliderType", before: "LS 4", after: "ASW 19" }]} />
			<MovedPoints
				words={{
					key: "",
					explanation: sample.title,
					columns: { pilot: sample.label, points: t("results.column.points") },
					days: [
						{
							title: sample.label,
							note: sample.text,
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
	const item = (id: string): NewsItem => ({
		id,
		lang: undefined,
		pinned: id === "piece-false",
		createdAt: new Date("2025-07-17T07:30:00Z"),
		title: sample.title,
		body: sample.text,
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
