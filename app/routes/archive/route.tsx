import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { page } from "~/shell/handle";

export const handle = page({ title: "nav.archive", cached: [] });

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return ctx.edition.archive.map(({ year, title, url }) => ({ year, title: title[ctx.language], url }));
}

export default function ArchivePage() {
	const { t } = useTranslation();
	const years = useLoaderData<typeof loader>();
	return (
		<>
			<div className="page-head">
				<div>
					<h1>{t("nav.archive")}</h1>
					<p>{t("archive.intro")}</p>
				</div>
			</div>
			<ul className="grid-fit-64 gap-x-8">
				{years.map(({ year, title, url }) => (
					<li key={year}>
						<a
							className="flex min-h-11 items-baseline gap-4 border-b border-line py-2.5 no-underline hover:bg-surface"
							href={url}
						>
							<span className="start-number text-ink">{year}</span>
							<span className="underline">{title}</span>
						</a>
					</li>
				))}
			</ul>
		</>
	);
}
