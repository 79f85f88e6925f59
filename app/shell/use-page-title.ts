import { useMatches, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFailedSubmission } from "~/components/failed-submission";
import { errorKind } from "./error-kind";
import { pageHandle } from "./handle";

interface PageTitle {
	/** Empty for home, which has none of its own. */
	readonly name: string;
	/** The page, then the edition; "Error: " before them after a refused submission. */
	readonly title: string;
}

export function usePageTitle(editionTitle: string | undefined): PageTitle {
	const { t } = useTranslation();
	const error = useRouteError();
	const failed = useFailedSubmission();
	const { handle, data } = useMatches().at(-1) ?? {};
	const { title: key = "", titleOf } = pageHandle(handle) ?? {};
	const ownName = data && titleOf ? titleOf(data, t) : key && t(key);
	const name = error ? t(`error.${errorKind(error)}.title`) : ownName;
	const title = [name, editionTitle].filter(Boolean).join(" – ");
	return { name, title: failed ? t("error.titlePrefix") + title : title };
}
