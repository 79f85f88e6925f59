import {
	type ActionFunctionArgs,
	data,
	type LinksFunction,
	type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewsForm, type NewsReply } from "~/components/news-form";
import { NewsList } from "~/components/news-list";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { addNews, newsFormOf } from "~/lib/content/change-news.server";
import { newsPreview } from "~/lib/content/news-preview.server";
import { newsItem, newsOfPage } from "~/lib/content/news-queries.server";
import { newsFormSchema } from "~/lib/content/news-schema";
import { textsOfForm } from "~/lib/content/news-texts";
import { readFormKey } from "~/lib/db/form-key.server";
import { invalidForm, previewedForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { inLoop, loopParameter } from "~/lib/http/page-loop";
import { ownPath, redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({
	title: "news.title",
	cached: [loopParameter],
	...inLoop("/news"),
});

export const links: LinksFunction = () => [
	{ rel: "alternate", type: "application/atom+xml", href: "/news.atom" },
];

export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return {
		items: (await newsOfPage(ctx.db)).map((row) => newsItem(ctx, row)),
		admin: may(ctx, "news"),
		newsForm: await newsFormOf(ctx),
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "news");
	const form = bodyOf(await readForm(request));
	const submission = parseForm(form, newsFormSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const { value } = submission;
	const { email, pinned } = value;
	if (form.get("intent") === "preview")
		return data({ ...previewedForm(submission), preview: await newsPreview(ctx, value) });
	if (email) await requireCode(ctx, "/news");
	const added = await addNews(ctx, { ...textsOfForm(value), email, pinned }, readFormKey(form));
	if (!added.ok) return refusedForm(submission, added);
	return redirectWithFlash(
		ownPath(form.get("returnTo")),
		email ? { key: "news.add.mailed", count: added.value.mails } : "news.add.success",
	);
}

export default function NewsPage() {
	const { t } = useTexts();
	const { items, admin, newsForm } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>() as NewsReply | undefined;
	return (
		<div className="narrow stack">
			<h1>{t("news.title")}</h1>
			{newsForm && <NewsForm form={newsForm} reply={reply} returnTo="/news" />}
			<NewsList items={items} admin={admin} level={2} returnTo="/news" />
			<p className="muted">
				<a href="/news.atom">{t("news.feed")}</a>
			</p>
		</div>
	);
}
