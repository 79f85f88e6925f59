import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { hasQueued } from "~/browser/queue/queue-memory";
import { sendAll, sendLeft } from "~/browser/queue/queue-sender";
import { countChange, isStuck, type QueuedItem } from "~/browser/queue/queue-state";
import { AppLink } from "../app-link";

/** Sends what earlier pages have left. One quiet line at the foot of the screen counts what waits; nothing moves when it comes. */
export function QueueNotice({ waiting }: { readonly waiting: readonly QueuedItem[] }) {
	const { t } = useTranslation();
	useEffect(() => {
		// Something may have been sent after this page was made.
		if (hasQueued()) countChange();
		void sendLeft();
	}, []);
	const stuck = waiting.filter(isStuck);
	const held = waiting.filter(({ problem }) => problem?.kind === "offline" || problem?.kind === "login");
	const needsLogin = held.some(({ problem }) => problem?.kind === "login");
	if (stuck.length + held.length === 0) return null;
	return (
		<div className="queue-line no-print" role="status" data-waiting={stuck.length + held.length}>
			{held.length > 0 && <span>{t("waiting.total", { count: held.length })}</span>}
			{needsLogin && <span>{t("waiting.loginNeeded")}</span>}
			{stuck.length > 0 && (
				<span>
					{t("waiting.refused", { count: stuck.length })}
					{": "}
					{stuck.map(({ key, label, page, target }, index) => (
						<span key={key}>
							{index > 0 && ", "}
							<AppLink to={`${page}#${target}`}>{label}</AppLink>
						</span>
					))}
				</span>
			)}
			{needsLogin && (
				<AppLink className="button" to="/login">
					{t("nav.login")}
				</AppLink>
			)}
			{held.length > 0 && (
				<button type="button" className="button" onClick={() => void sendAll()}>
					{t("waiting.tryAgain")}
				</button>
			)}
		</div>
	);
}
