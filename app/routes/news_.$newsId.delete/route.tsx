import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/confirm-form";
import { useTexts } from "~/components/use-texts";
import { deleteNews } from "~/lib/content/change-news.server";
import { newsById } from "~/lib/content/news-queries.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { answer, ownPath } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({
	title: "news.delete.title",
});

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "news");
	const [item] = await newsById(ctx.db, params.newsId ?? "");
	if (!item) throw errorPage("not-found");
	const returnTo = new URL(request.url).searchParams.get("returnTo") ?? "/news";
	return { title: item.title, returnTo: ownPath(returnTo) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "news");
	const form = bodyOf(await readForm(request));
	const deleted = await deleteNews(ctx, params.newsId ?? "");
	return answer(ownPath(form.get("returnTo")), deleted, "news.delete.success");
}

export default function DeleteNewsPage() {
	const { t } = useTexts();
	const { title, returnTo } = useLoaderData<typeof loader>();
	return (
		<ConfirmForm title={t("news.delete.title")} button={t("news.delete.button")} returnTo={returnTo}>
			<p>{t("news.delete.text", { title })}</p>
		</ConfirmForm>
	);
}
