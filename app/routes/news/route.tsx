import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewsForm } from "~/components/news-form";
import { NewsList } from "~/components/news-list";
import { useTexts } from "~/components/use-texts";
import { isAdmin } from "~/lib/access";
import { addNews, newsFormOf } from "~/lib/content/change-news.server";
import { newsList, withDay } from "~/lib/content/news-queries.server";
import { newsSchema } from "~/lib/content/news-schema";
import { readFormKey } from "~/lib/db/form-key.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireAdmin, requireCode } from "~/lib/http/page-guards.server";
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
	const admin = isAdmin(ctx);
	return {
		items: withDay(ctx.edition, await newsList(ctx.db)),
		admin,
		newsForm: await newsFormOf(ctx),
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const form = bodyOf(await readForm(request));
	const submission = parseForm(form, newsSchema);
	if (submission.status !== "success") return invalidForm(submission);
	if (submission.value.email) await requireCode(ctx, "/news");
	const added = await addNews(ctx, submission.value, readFormKey(form));
	if (!added.ok) return refusedForm(submission, added);
	return redirectWithFlash(ownPath(form.get("returnTo")), "news.add.success");
}

export default function NewsPage() {
	const { t } = useTexts();
	const { items, admin, newsForm } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("news.title")}</h1>
			{newsForm && (
				<NewsForm formKey={newsForm.key} recipients={newsForm.recipients} reply={reply} returnTo="/news" />
			)}
			<NewsList items={items} admin={admin} level={2} returnTo="/news" />
			<p className="muted">
				<a href="/news.atom">{t("news.feed")}</a>
			</p>
		</div>
	);
}
