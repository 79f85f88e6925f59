import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField } from "~/components/queue/use-queue";
import { useTexts } from "~/components/use-texts";
import { statusTarget } from "~/lib/days/statuses/status-taps";
import { formatTime } from "~/lib/i18n/format-dates";
import type { BoardRow } from "./page.server";

interface LandingProposalsProps {
	readonly rows: readonly BoardRow[];
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
}

/** What logs and live positions say about pilots who are not home. One tap of the desk accepts it; nothing accepts it automatically. */
export function LandingProposals({ rows, day, path }: LandingProposalsProps) {
	const { t } = useTexts();
	const proposed = rows.filter(({ landing }) => landing?.proposal);
	if (proposed.length === 0) return null;
	return (
		<section className="notice notice-info no-print" aria-labelledby="landing-proposals">
			<h2 id="landing-proposals" className="notice-title">
				{t(proposed.some(({ landing }) => landing?.live) ? "desk.landing.titleLive" : "desk.landing.title")}
			</h2>
			<ul className="lined">
				{proposed.map((row) => (
					<li key={row.id} className="button-row justify-between">
						<span className="flex-[1_1_10rem]">
							<strong>{row.startNumber}</strong> {row.fullName}
						</span>
						<Proposal row={row} day={day} path={path} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Proposal({
	row,
	day,
	path,
}: { readonly row: BoardRow } & Pick<LandingProposalsProps, "day" | "path">) {
	const { t, language } = useTexts();
	const target = statusTarget(row.id);
	const { tap } = useQueuedField(target, "status", row.status ?? "");
	const { landing } = row;
	if (!landing?.landedAt) return null;
	const time = formatTime(new Date(landing.landedAt), language);
	const near = landing.live?.near;
	/** What says it, and where. */
	const more = landing.live && (
		<span className="font-normal">
			{landing.proposal === "out" && near && ` ${t("outlanding.nearPlace", { place: near })}`} (OGN)
		</span>
	);
	const errorText = t("competitorStatus.update.error");
	if (landing.proposal === "out") {
		return (
			<ActionForm action={path} errorText={errorText} values={{ pilot: row.registrationId, day }}>
				<button type="submit" className="button" name="intent" value="accept-out">
					<span>
						{t("desk.landing.out", { time })}
						{more}
					</span>
				</button>
			</ActionForm>
		);
	}
	return (
		<ActionForm
			action={path}
			errorText={errorText}
			target={target}
			tap={tap}
			about={row.startNumber}
			isSaidInRow
			values={{ id: row.id }}
		>
			<button type="submit" className="button" name="status" value="HOME">
				<span>
					{t("desk.landing.home", { time })}
					{more}
				</span>
			</button>
		</ActionForm>
	);
}
