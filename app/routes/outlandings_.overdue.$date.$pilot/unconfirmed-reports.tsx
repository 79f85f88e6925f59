import { TypedPhones } from "~/components/desk/phones";
import { UnconfirmedCount } from "~/components/desk/unconfirmed-count";
import { useTexts } from "~/components/use-texts";
import { formatTimeOn } from "~/lib/i18n/format-dates";
import type { Overdue } from "./page.server";

interface UnconfirmedReportsProps {
	readonly reports: Overdue["unconfirmed"];
	/** Local date. */
	readonly date: string;
	/** Id of the entry. */
	readonly pilot: string;
}

/** What anybody has reported, below a line of its own: who reads the sheet to the rescue centre must not take it for known. */
export function UnconfirmedReports({ reports: { shown, more }, date, pilot }: UnconfirmedReportsProps) {
	if (shown.length === 0) return null;
	return (
		<section
			className="stack border-t-4 border-double border-edge pt-4"
			aria-labelledby="overdue-unconfirmed"
		>
			<h2 id="overdue-unconfirmed" className="break-after-avoid">
				<UnconfirmedCount shown={shown.length} more={more} all={`/outlandings?pilot=${pilot}`} />
			</h2>
			<ul className="lined">
				{shown.map((report) => (
					<UnconfirmedReport key={report.id} report={report} date={date} />
				))}
			</ul>
		</section>
	);
}

interface UnconfirmedReportProps {
	readonly report: Overdue["unconfirmed"]["shown"][number];
	/** Local date. */
	readonly date: string;
}

function UnconfirmedReport({ report, date }: UnconfirmedReportProps) {
	const { t, language } = useTexts();
	const { sender, isHurt, near, places, note, phones, createdAt } = report;
	const time = formatTimeOn(date, new Date(createdAt), language);
	const said = [
		t("outlanding.by", { sender: t(`outlanding.sender.${sender}`), time }),
		t(`outlanding.condition.${isHurt ? "hurt" : "well"}`),
		...(near ? [t("outlanding.nearPlace", { place: near })] : []),
		...places,
	];
	return (
		<li className="break-inside-avoid">
			<p>{said.join(", ")}</p>
			{note && <p className="whitespace-pre-line">{note}</p>}
			<TypedPhones phones={phones} />
		</li>
	);
}
