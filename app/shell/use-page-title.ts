import { isRouteErrorResponse, useMatches, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFailedSubmission } from "~/components/failed-submission";
import { errorKind } from "./error-kind";
import { pageHandle } from "./page-handle";

/** The title of the page being shown: what it is, then the edition; "Error: " before it after a failed submission. */
export function usePageTitle(editionTitle: string | undefined): string {
	const { t } = useTranslation();
	const error = useRouteError();
	const failed = useFailedSubmission();
	const match = useMatches().at(-1);
	const handle = pageHandle(match);
	const name = error
		? t(`error.${errorKind(isRouteErrorResponse(error) ? error.status : 500)}.title`)
		: handle && t(handle.title, handle.titleValues?.(match?.data) ?? {});
	const title = [name, editionTitle].filter(Boolean).join(" – ");
	return failed ? t("error.titlePrefix") + title : title;
}
