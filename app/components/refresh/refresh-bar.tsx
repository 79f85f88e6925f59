import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";

/** State of the refreshing where React runs. */
export interface LiveRefresh {
	readonly paused: boolean;
	readonly onPause: () => void;
	/** Time of day of the last response; null while requests succeed. */
	readonly lostSince: string | null;
}

/** Hidden on a page without React until the script `app/browser/refresh.ts` shows it. */
export function RefreshBar({ live }: { readonly live: LiveRefresh | undefined }) {
	const { t } = useTexts();
	return (
		<div className="button-row needs-scripts no-print" data-refresh-bar="" hidden={!live}>
			<p role="status" data-refresh-lost={t("refresh.lost", { time: "{time}" })}>
				{live?.lostSince ? t("refresh.lost", { time: live.lostSince }) : null}
			</p>
			<button
				type="button"
				className="button max-md:px-2.5"
				data-refresh-pause=""
				aria-pressed={live?.paused ?? false}
				onClick={live?.onPause}
			>
				<Icon name="pause" />
				{/* A phone has room for the sign alone. */}
				<span className="max-md:sr-only">{t("refresh.pause")}</span>
			</button>
		</div>
	);
}
