import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** The way to older rows of a list, with the filters of the page kept. @param next cursor; null at the end of the list */
export function PageTurner({ next }: { readonly next: string | null }) {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	if (next === null) return null;
	const older = new URLSearchParams(params);
	older.set("after", next);
	return (
		<p>
			<a className="button" href={`?${older}`} rel="next">
				{t("list.older")}
			</a>
		</p>
	);
}
