import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** Link to older rows with the same filters. @param next cursor; null at the end of the list */
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
