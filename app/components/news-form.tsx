import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTexts } from "~/components/use-texts";
import type { NewNewsForm } from "~/lib/content/change-news.server";
import type { NewsPreviewData, NewsWords } from "~/lib/content/news-preview.server";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { CheckboxField, ErrorSummary, type Field, TextArea, TextField } from "./app-form";
import { Fold } from "./fold";
import { HiddenValues } from "./hidden-values";
import { NewsText } from "./news-list";
import { useSent } from "./queue/use-queue";
import { Waiting } from "./queue/waiting";
import { SubmitButton } from "./submit-button";
import { useAppForm } from "./use-app-form";

/** The reply to the form of an item: what is wrong with it, or what it will look like. */
export type NewsReply = FormReply & { readonly preview?: NewsPreviewData };

interface NewsFormProps {
	readonly form: NewNewsForm;
	readonly reply: NewsReply | undefined;
	readonly returnTo: string;
}

const formId = "news-form";
const path = "/news";

const schema = async () => (await import("~/lib/content/news-schema")).newsFormSchema;

/** The form of a new item. One that waits for the connection is listed below an empty form, so that the next item can be written. */
export function NewsForm({ form, reply, returnTo }: NewsFormProps) {
	const { t } = useTexts();
	const [first] = useState(form.key);
	const [key, setKey] = useState(first);
	const { revalidate } = useRevalidator();
	useSent(path, revalidate);
	const onTaken = () => {
		document.querySelector<HTMLFormElement>(`#${formId}`)?.reset();
		setKey(crypto.randomUUID());
	};
	return (
		<>
			<Fold
				className="bg-surface no-print"
				open={reply !== undefined}
				summary={<h2 className="m-0">{t("news.add.title")}</h2>}
			>
				<NewsFields
					key={key}
					action={path}
					hidden={{ formKey: key, returnTo }}
					words={form.words}
					recipients={form.recipients}
					label={t("news.add.button")}
					level={3}
					reply={key === first ? reply : undefined}
					waits={{ target: `${path}#${key}`, onTaken }}
				/>
			</Fold>
			{/* Outside, as a page that is loaded again has the form folded. */}
			<Waiting target={path} />
		</>
	);
}

interface NewsFieldsProps {
	readonly action: string;
	readonly hidden: Readonly<Record<string, string | number>>;
	readonly words: NewsWords;
	/** Number of accounts that get a mail, if the item is mailed. */
	readonly recipients: number;
	/** What the button says. */
	readonly label: string;
	/** Of the preview's heading. */
	readonly level: 2 | 3;
	readonly reply: NewsReply | undefined;
	readonly saved?: Readonly<Record<string, string | boolean>>;
	/** Set for a form that may wait for the connection. */
	readonly waits?: { readonly target: string; readonly onTaken: () => void };
}

/** What will be published, and the form below it. */
export function NewsFields(props: NewsFieldsProps) {
	const { action, hidden, words, recipients, label, level, reply, saved, waits } = props;
	const { t } = useTexts();
	const { form, fields, busy, summary, formProps } = useAppForm({
		id: formId,
		reply,
		schema,
		...(saved && { defaultValue: saved }),
		...(waits && { waits: { label, errorText: t("news.add.error"), ...waits } }),
	});
	const labels = {
		...{ title: t("news.field.title"), body: t("news.field.body") },
		...{ titleEn: words.titleEn, bodyEn: words.bodyEn },
		...{ pinned: words.pinned, email: t("news.field.email") },
	};
	return (
		<>
			{reply?.preview && <NewsPreview preview={reply.preview} level={level} />}
			<form method="post" action={action} {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<HiddenValues values={hidden} />
				<TextField field={fields.title} label={labels.title} maxLength={limits.newsTitle} lang="cs" />
				<TextArea field={fields.body} label={labels.body} hint={t("news.field.body.hint")} lang="cs" />
				<EnglishFields title={fields.titleEn} body={fields.bodyEn} words={words} />
				<CheckboxField field={fields.pinned} label={labels.pinned} hint={words.pinnedHint} />
				<CheckboxField
					field={fields.email}
					label={labels.email}
					hint={t("news.field.email.hint", { count: recipients })}
				/>
				<div className="button-row">
					<SubmitButton busy={busy}>{label}</SubmitButton>
					<button type="submit" className="button" name="intent" value="preview" form={form.id}>
						{words.preview}
					</button>
				</div>
			</form>
		</>
	);
}

interface EnglishFieldsProps extends Pick<NewsFieldsProps, "words"> {
	readonly title: Field;
	readonly body: Field;
}

/** They stand open where they hold something, or something is wrong with them. */
function EnglishFields({ title, body, words }: EnglishFieldsProps) {
	const isUsed = [title, body].some(({ initialValue, errors }) => initialValue || errors);
	return (
		<details className="mb-5" open={isUsed}>
			<summary className="min-h-11 cursor-pointer py-2.5 font-strong">{words.english}</summary>
			<p className="field-hint mb-4">{words.englishHint}</p>
			<TextField field={title} label={words.titleEn} maxLength={limits.newsTitle} lang="en" />
			<TextArea field={body} label={words.bodyEn} lang="en" />
		</details>
	);
}

/** The item as its readers will see it, in each of its languages. */
function NewsPreview({
	preview,
	level,
}: { readonly preview: NewsPreviewData } & Pick<NewsFieldsProps, "level">) {
	const { title, versions, notes } = preview;
	const Heading = `h${level}` as const;
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what will be published
		<section className="notice notice-info mb-6" aria-labelledby="news-preview" tabIndex={-1} autoFocus>
			<Heading id="news-preview" className="notice-title">
				{title}
			</Heading>
			{versions.map(({ name, ...text }) => (
				<div key={name} className="card prose mt-4">
					<p className="muted text-small">{name}</p>
					<NewsText text={text} level={3} />
				</div>
			))}
			<ul className="mt-4">
				{notes.map((note) => (
					<li key={note}>{note}</li>
				))}
			</ul>
		</section>
	);
}
