import { AppLink } from "~/components/app-link";
import { Phones } from "~/components/desk/phones";
import { UnconfirmedCount } from "~/components/desk/unconfirmed-count";
import { RegistrationNumber } from "~/components/pilot-marks";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { MissingPilot } from "~/lib/desk/missing-pilots.server";
import type { Numbers, ShownNumbers } from "~/lib/desk/phones.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { formatTime, formatTimeOn } from "~/lib/i18n/format-dates";
import { hasRight } from "~/lib/rights";

type ShownPilot = Omit<MissingPilot, keyof Numbers> &
	ShownNumbers & {
		/** Where the Open Glider Network has heard the pilot last, in words. */
		readonly live: string | null;
	};

interface MissingListProps {
	readonly pilots: readonly ShownPilot[];
	/** How many there are, in words. */
	readonly title: string;
	/** Sunset of the evening on which they are missing. */
	readonly sunset: Date | null;
	readonly now: Date;
}

/** More than these are folded, so that the desk stays in reach. */
const mostUnfolded = 5;

/**
 * Shows organisers the pilots who have launched and are neither home nor in a field that somebody trusted has reported. No pilot is
 * removed from it automatically.
 */
export function MissingList({ pilots, title, sunset, now }: MissingListProps) {
	const { t, language } = useTexts();
	if (pilots.length === 0) return null;
	return (
		<section className="notice notice-danger" aria-labelledby="missing-title">
			<details open={pilots.length <= mostUnfolded}>
				<summary>
					<h2 id="missing-title" className="notice-title inline">
						{title}
					</h2>
				</summary>
				{sunset && <p>{t("desk.missing.sunset", { time: formatTime(new Date(sunset), language) })}</p>}
				<ul className="lined">
					{pilots.map((pilot) => (
						<MissingRow key={`${pilot.id} ${pilot.dayId}`} pilot={pilot} now={now} />
					))}
				</ul>
			</details>
		</section>
	);
}

function MissingRow({ pilot, now }: { readonly pilot: ShownPilot; readonly now: Date }) {
	const { t, language, classNameOf } = useTexts();
	const isOrganiser = hasRight(useRootData()?.user?.role, "desk");
	const { id, startNumber, fullName, status, lastSign, landing, unconfirmed } = pilot;
	return (
		<li className="grid gap-1">
			<p>
				<strong>
					{startNumber} {fullName}
				</strong>{" "}
				<RegistrationNumber>{pilot.registrationNumber}</RegistrationNumber>, {classNameOf(pilot.classType)},{" "}
				<span className="lowercase">
					{t(status === "OUTLANDING" ? "desk.missing.noPlace" : `competitorStatus.${status ?? "none"}`)}
				</span>
			</p>
			<p>
				<LastSign lastSign={lastSign} now={now} />
				{landing?.landedAt &&
					` · ${t("desk.logLanded", { time: formatTime(new Date(landing.landedAt), language) })}`}
			</p>
			{pilot.live && <p>{pilot.live}</p>}
			<Phones {...pilot} of={id} />
			{unconfirmed.shown > 0 && (
				<p>
					<AppLink to={`/outlandings#unconfirmed-${pilot.date}-${id}`}>{t("desk.missing.proposals")}</AppLink>{" "}
					(<UnconfirmedCount {...unconfirmed} />)
				</p>
			)}
			<p className="button-row no-print">
				<AppLink className="button" to={`/outlandings/report?day=${pilot.date}&pilot=${id}`} reloadDocument>
					{t("desk.missing.report")}
				</AppLink>
				{isOrganiser && (
					<AppLink className="button" to={`/outlandings/overdue/${pilot.date}/${id}`}>
						{t("desk.missing.sheet")}
					</AppLink>
				)}
			</p>
		</li>
	);
}

interface LastSignProps {
	readonly lastSign: MissingPilot["lastSign"];
	readonly now: Date;
}

export function LastSign({ lastSign, now }: LastSignProps) {
	const { t, language } = useTexts();
	if (!lastSign) return t("desk.missing.noNews");
	const at = new Date(lastSign.at);
	return (
		<>
			{t(`desk.missing.news.${lastSign.kind}`, { time: formatTimeOn(pragueDate(now), at, language) })},{" "}
			<strong>{t("desk.ago", timeSince(at, now))}</strong>
		</>
	);
}

/** Whole hours and minutes, for `desk.ago`. */
export function timeSince(at: Date, now: Date) {
	const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));
	return { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") };
}
