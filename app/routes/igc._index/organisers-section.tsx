import { Form } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { PhoneLink } from "~/components/desk/phones";
import { Icon } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import { dayAndDate, dayName } from "~/lib/i18n/format-dates";
import { FlightsTable } from "./flights-table";
import type { OrganisersDay } from "./page.server";

const countNames = ["expected", "delivered", "missing", "flying", "grounded", "others"] as const;
const alwaysShown: readonly string[] = ["expected", "delivered", "missing"];

export function OrganisersSection({ organisers }: { readonly organisers: OrganisersDay }) {
	const { t, language, classNameOf } = useTexts();
	const { day, days, classes, counts } = organisers;
	const unprocessed = classes.reduce(
		(sum, { flights }) => sum + flights.filter(({ processed }) => !processed).length,
		0,
	);
	return (
		<section className="section" id="day" aria-labelledby="day-title">
			<h2 id="day-title">{t("igc.day.title", { day: dayAndDate(t, day, language) })}</h2>
			<DayTabs days={days} shown={day.id} />
			<div className="toolbar">
				<div className="counts">
					{countNames.map(
						(name) =>
							(counts[name] > 0 || alwaysShown.includes(name)) && (
								<Count
									key={name}
									value={counts[name]}
									label={t(`igc.day.${name}`, { count: counts[name] })}
								/>
							),
					)}
					<Count value={unprocessed} label={t("igc.day.unprocessed", { count: unprocessed })} />
				</div>
				{classes.some(({ flights }) => flights.length > 0) && (
					<Form method="post" action="/igc/archive" reloadDocument className="md:ml-auto">
						<input type="hidden" name="day" value={day.id} />
						<button type="submit" className="button">
							<Icon name="download" />
							{t("igc.day.archive")}
						</button>
					</Form>
				)}
			</div>
			{classes.map(({ id, type, flights, unlisted, missing: missingPilots }) => (
				<div key={id} className="stack section">
					<h3 id={`class-${type}`}>{classNameOf(type)}</h3>
					{flights.length === 0 ? (
						<p className="empty">{t("igc.day.empty")}</p>
					) : (
						<FlightsTable labelledBy={`class-${type}`} flights={flights} back={`/igc?day=${day.id}`} />
					)}
					{unlisted > 0 && <p className="muted">{t("igc.day.unlisted", { count: unlisted })}</p>}
					<MissingPilots pilots={missingPilots} />
				</div>
			))}
		</section>
	);
}

function DayTabs({ days, shown }: Pick<OrganisersDay, "days"> & { readonly shown: string }) {
	const { t } = useTexts();
	return (
		<nav className="tabs no-print" aria-label={t("igc.day.choose")}>
			{days.map(({ id, name }) => (
				<AppLink
					key={id}
					className="button"
					to={`/igc?day=${id}#day`}
					aria-current={id === shown ? "page" : undefined}
					preventScrollReset
				>
					{dayName(t, name)}
				</AppLink>
			))}
		</nav>
	);
}

function Count({ value, label }: { readonly value: number; readonly label: string }) {
	return (
		<p className="count">
			<strong>{value}</strong>
			<span>{label}</span>
		</p>
	);
}

/** Organisers call pilots whose log of the day is missing. */
function MissingPilots({ pilots }: { readonly pilots: OrganisersDay["classes"][number]["missing"] }) {
	const { t } = useTexts();
	if (pilots.length === 0) return null;
	return (
		<details>
			<summary>{t("igc.missing.title", { count: pilots.length })}</summary>
			<ul className="lined @container mt-2">
				{pilots.map(({ id, startNumber, name, surname, phone }) => (
					<li key={id} className="numbered">
						<span className="start-number">{startNumber}</span>{" "}
						<span>
							{name} {surname}
							{phone && (
								<>
									, <PhoneLink phone={phone} />
								</>
							)}
						</span>
					</li>
				))}
			</ul>
		</details>
	);
}
