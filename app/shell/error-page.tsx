import { isRouteErrorResponse, useLocation, useMatches } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { LoginForm } from "~/components/login-form";
import { useRootData } from "~/components/use-root-data";
import { pageHandle } from "./handle";

function errorKind(error: unknown): "login" | "duty" | "forbidden" | "notFound" | "refused" | "failed" {
	if (reasonOf(error) === "duty-over") return "duty";
	const status = isRouteErrorResponse(error) ? error.status : 500;
	if (status === 401) return "login";
	if (status === 403) return "forbidden";
	if (status === 404) return "notFound";
	return status < 500 ? "refused" : "failed";
}

/** @param handle of the page that the error stands in place of. @returns key of the error's title */
export function errorTitle(error: unknown, handle: unknown): string {
	const kind = errorKind(error);
	return (kind === "failed" && pageHandle(handle)?.failedTitle) || `error.${kind}.title`;
}

/** The reason that a loader or action threw: `{ reason }` in the data, or the status text of a refused body. */
function reasonOf(error: unknown): string | null {
	if (!isRouteErrorResponse(error)) return null;
	const data: unknown = error.data;
	if (typeof data === "object" && data !== null && "reason" in data) return String(data.reason);
	return error.statusText || null;
}

export function ErrorPage({ error }: { readonly error: unknown }) {
	const { t, i18n } = useTranslation();
	const { pathname, search } = useLocation();
	const requestId = useRootData()?.requestId;
	const kind = errorKind(error);
	const { handle } = useMatches().at(-1) ?? {};
	const title = t(errorTitle(error, handle));

	if (kind === "failed" && pageHandle(handle)?.failedTitle) {
		return (
			<>
				<h1>{title}</h1>
				<p className="notice notice-danger" role="alert">
					{t("results.error")}
				</p>
				<a className="button" href={pathname + search}>
					<Icon name="refresh" />
					{t("results.reload")}
				</a>
			</>
		);
	}
	if (kind === "login" || kind === "forbidden") {
		return (
			<div className="narrow stack">
				<h1>{title}</h1>
				<div className={`notice ${kind === "login" ? "notice-info" : "notice-danger"}`}>
					<p>{t(`error.${kind}.text`)}</p>
				</div>
				<LoginForm redirectTo={pathname + search} />
			</div>
		);
	}

	const reason = kind === "refused" || kind === "duty" ? reasonOf(error) : null;
	const text = reason && i18n.exists(`server.${reason}`) ? t(`server.${reason}`) : t(`error.${kind}.text`);
	return (
		<div className="narrow prose outlanded">
			<h1>{title}</h1>
			<p>{text}</p>
			{kind === "failed" && requestId && <p className="muted">{t("error.requestId", { id: requestId })}</p>}
			<ul className="button-row">
				<li>
					<AppLink className="button button-primary" to="/">
						{t("error.home")}
					</AppLink>
				</li>
				<li>
					<AppLink className="button" to="/contacts">
						{t("nav.contacts")}
					</AppLink>
				</li>
			</ul>
		</div>
	);
}

/**
 * Shown in place of a page whose data did not arrive after a change of page by React. It loads the page as a document: the service
 * worker then shows its stored copy or the offline page, or the server its own error.
 */
export function LostPage() {
	useEffect(() => location.reload(), []);
	return null;
}
