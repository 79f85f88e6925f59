import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { sendAll, showQueue } from "~/browser/queue/queue-sender";
import { isStuck, type QueuedItem } from "~/browser/queue/queue-state";
import { AppLink } from "../app-link";

/** Sends what earlier pages have left, and says what waits. */
export function QueueNotice({ waiting }: { readonly waiting: readonly QueuedItem[] }) {
	const { t } = useTranslation();
	useEffect(() => {
		void showQueue().then(async (items) => {
			if (items.length > 0) await sendAll();
		});
	}, []);
	const stuck = waiting.filter(isStuck);
	const held = waiting.filter(({ problem }) => problem?.kind === "offline" || problem?.kind === "login");
	const needsLogin = held.some(({ problem }) => problem?.kind === "login");
	if (stuck.length + held.length === 0) return null;
	return (
		<div className="notice notice-warning no-print" role="status" data-waiting={stuck.length + held.length}>
			{held.length > 0 && <p className="notice-title">{t("waiting.total", { count: held.length })}</p>}
			{needsLogin && <p>{t("waiting.loginNeeded")}</p>}
			{stuck.length > 0 && <p className="notice-title">{t("waiting.refused", { count: stuck.length })}</p>}
			<ul>
				{stuck.map(({ key, label, page }) => (
					<li key={key}>
						<AppLink to={page}>{label}</AppLink>
					</li>
				))}
			</ul>
			{held.length > 0 && (
				<div className="button-row">
					{needsLogin && (
						<AppLink className="button" to="/login">
							{t("nav.login")}
						</AppLink>
					)}
					<button type="button" className="button" onClick={() => void sendAll()}>
						{t("waiting.tryAgain")}
					</button>
				</div>
			)}
		</div>
	);
}
