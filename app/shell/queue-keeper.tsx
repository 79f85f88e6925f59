import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { resumeQueue, sendQueue } from "~/browser/queue";
import { changeQueueState, queueState } from "~/browser/queue-state";
import { AppLink } from "~/components/app-link";
import { useQueue } from "~/components/use-queue";
import { setQuiet } from "./revalidation";

/** For signed-in users: sends what earlier pages have left, says what waits, and loads the page's data again after what was sent. */
export function QueueKeeper() {
	const { t } = useTranslation();
	const { waiting } = useQueue();
	useFreshData();
	useEffect(() => {
		void resumeQueue().catch(() => undefined);
	}, []);
	const stuck = waiting.filter(({ problem }) => problem);
	if (stuck.length === 0) return null;
	const needsLogin = stuck.some(({ problem }) => problem?.kind === "login");
	return (
		<div className="notice notice-warning no-print" role="status" data-waiting={stuck.length}>
			<p className="notice-title">{t("waiting.total", { count: stuck.length })}</p>
			{needsLogin && <p>{t("waiting.loginNeeded")}</p>}
			<div className="button-row">
				{needsLogin && (
					<AppLink className="button" to="/login">
						{t("waiting.login")}
					</AppLink>
				)}
				<button type="button" className="button" onClick={() => void sendQueue()}>
					{t("waiting.tryAgain")}
				</button>
			</div>
		</div>
	);
}

/** Loads the data of the page again after each change, one after the other. */
function useFreshData(): void {
	const { changes } = useQueue();
	const { revalidate, state } = useRevalidator();
	const loaded = useRef({ changes: 0, sent: queueState().sent });
	useEffect(() => {
		if (state !== "idle") return;
		// What was sent before the data were loaded is in them.
		const shown = loaded.current.sent;
		if (shown.length > 0) {
			changeQueueState({ sent: queueState().sent.filter((item) => !shown.includes(item)) });
		}
		const isStale = changes !== loaded.current.changes;
		loaded.current = { changes, sent: isStale ? queueState().sent : [] };
		setQuiet(isStale);
		if (isStale) revalidate();
	}, [changes, revalidate, state]);
}
