import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { Conflict } from "~/components/conflict";
import { HiddenValues } from "~/components/hidden-values";
import { NewsFields, type NewsReply } from "~/components/news-form";
import { NewsText } from "~/components/news-list";
import { useTexts } from "~/components/use-texts";
import { trustedRecipients } from "~/lib/accounts/account-queries.server";
import { editNews, restoreNews } from "~/lib/content/change-news.server";
import { newsPreview, newsWords, versionsOf } from "~/lib/content/news-preview.server";
import { newsById, newsHistory } from "~/lib/content/news-queries.server";
import { newsFormSchema } from "~/lib/content/news-schema";
import { formOfTexts, textsOfForm } from "~/lib/content/news-texts";
import { first, read } from "~/lib/db/read.server";
import { invalidForm, previewedForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";

type EditPage = Awaited<ReturnType<typeof loader>>;

export const handle = page({ titleOf: (loaded) => (loaded as EditPage).words.title });

export async function loader({ params, context }: LoaderFunctionArgs) {
	const { db, language, now } = requireStaff(context, "news");
	const id = params.newsId ?? "";
	const { item, history } = await read(db, { item: first(newsById(db, id)), history: newsHistory(db, id) });
	if (!item) throw errorPage("not-found");
	const { t } = textsOf(language);
	return {
		id,
		version: item.version,
		recipients: (await trustedRecipients(db, now)).length,
		saved: { ...formOfTexts(item), pinned: item.pinned },
		history: history.map(({ version, name, surname, editedAt, ...texts }) => ({
			version,
			versions: versionsOf(texts),
			source: `${name} ${surname}, ${formatChangeTime(editedAt, language)}`,
		})),
		words: {
			...newsWords(language),
			title: t("news.edit.title"),
			save: t("news.edit.save"),
			history: t("news.history"),
			restore: t("news.restore"),
		},
	};
}

/** The button says what the form does: show the item, set an earlier text again, or save what was typed. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "news");
	const form = bodyOf(await readForm(request));
	const id = params.newsId ?? "";
	const here = `/news/${id}`;
	const version = Number(form.get("version"));
	if (form.has("restore")) {
		const restored = await restoreNews(ctx, id, { version: Number(form.get("restore")), seen: version });
		return answer(`${here}/edit`, restored, "news.edit.success");
	}
	const submission = parseForm(form, newsFormSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const { value } = submission;
	const { email, pinned } = value;
	if (form.get("intent") === "preview")
		return data({ ...previewedForm(submission), preview: await newsPreview(ctx, value) });
	if (email) await requireCode(ctx, `${here}/edit`);
	const edited = await editNews(ctx, { id, version, texts: textsOfForm(value), pinned, email });
	if (!edited.ok) return refusedForm(submission, edited);
	return redirectWithFlash(
		here,
		email ? { key: "news.edit.mailed", count: edited.value.mails } : "news.edit.success",
	);
}

export default function EditNewsPage() {
	const { t } = useTexts();
	const { id, version, recipients, saved, history, words } = useLoaderData<typeof loader>() as EditPage;
	const reply = useActionData<typeof action>() as NewsReply | undefined;
	return (
		<div className="narrow stack">
			<p>
				<AppLink to={`/news/${id}`}>{t("news.title")}</AppLink>
			</p>
			<h1>{words.title}</h1>
			{reply?.reason === "stale" && <Differences reply={reply} saved={saved} words={words} />}
			<NewsFields
				key={version}
				action={`/news/${id}/edit`}
				hidden={{ version }}
				words={words}
				recipients={recipients}
				label={words.save}
				level={2}
				reply={reply}
				saved={saved}
			/>
			<History history={history} version={version} words={words} />
		</div>
	);
}

/** What was typed beside what somebody else has saved meanwhile. */
function Differences({
	reply,
	saved,
	words,
}: Pick<EditPage, "saved" | "words"> & { readonly reply: NewsReply }) {
	const { t } = useTexts();
	const typed = reply.submission.initialValue ?? {};
	const labels = { ...words, title: t("news.field.title"), body: t("news.field.body") };
	const rows = (["title", "body", "titleEn", "bodyEn"] as const)
		.map((name) => ({ name, label: labels[name], yours: String(typed[name] ?? ""), saved: saved[name] }))
		.filter((row) => row.yours !== row.saved);
	return <Conflict rows={rows} />;
}

/** What the item said before, newest first, each with a button that lets it say so again. */
function History({ history, version, words }: Pick<EditPage, "history" | "version" | "words">) {
	if (history.length === 0) return null;
	return (
		<section aria-labelledby="history">
			<h2 id="history">{words.history}</h2>
			{history.map((earlier) => (
				<div key={earlier.version} className="card prose mt-4">
					<p className="muted text-small">{earlier.source}</p>
					{earlier.versions.map((text) => (
						<NewsText key={text.language} text={text} level={3} />
					))}
					<form method="post">
						<HiddenValues values={{ version, restore: earlier.version }} />
						<button type="submit" className="button" aria-label={`${words.restore}: ${earlier.source}`}>
							{words.restore}
						</button>
					</form>
				</div>
			))}
		</section>
	);
}
