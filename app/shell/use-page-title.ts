import { useMatches, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFailedSubmission } from "~/components/failed-submission";
import { errorKind } from "./error-kind";
import { pageHandle } from "./handle";

/** The page, then the edition; "Error: " before them after a refused submission. */
export function usePageTitle(editionTitle: string | undefined): string {
	const { t } = useTranslation();
	const error = useRouteError();
	const failed = useFailedSubmission();
	const key = pageHandle(useMatches().at(-1)?.handle)?.title;
	const name = error ? t(`error.${errorKind(error)}.title`) : key && t(key);
	const title = [name, editionTitle].filter(Boolean).join(" – ");
	return failed ? t("error.titlePrefix") + title : title;
}
