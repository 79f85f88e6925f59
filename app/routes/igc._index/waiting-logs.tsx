import { useState } from "react";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { unbroken } from "~/components/pilot-marks";
import { Refusal } from "~/components/refusal";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import { manyLogsPath } from "~/lib/flights/igc-file/upload-limits";
import { dayAndDate, formatDate, formatDay, formatTime } from "~/lib/i18n/format-dates";
import type { SentLogs, WaitingLog } from "./sent-logs.server";

/** What the page says when not all chosen logs were stored. */
export interface StoreReply {
	readonly stored: number;
	/** The form as it was sent. */
	readonly values: Readonly<Record<string, string>>;
	/** Texts by the id of the file; that about the time of receipt is of all. */
	readonly complaints: Readonly<Record<string, string>>;
}

interface WaitingLogsProps extends Pick<SentLogs, "pilots" | "days"> {
	readonly logs: readonly WaitingLog[];
	readonly title: string;
	/** What becomes of them, and what somebody has to do. */
	readonly about: string;
	/** When they were received, as it was typed for those before. */
	readonly received: SentLogs["received"] & { readonly at: string };
	readonly reply: StoreReply | undefined;
}

/** The logs that are no pilot's yet: each with the pilot and the day that it names, which can be changed, and the sign that decided. */
export function WaitingLogs({ logs, title, about, received, pilots, days, reply }: WaitingLogsProps) {
	const { t } = useTexts();
	const [busy, setBusy] = useState(false);
	const columns = ["file", "pilot", "day", "sign"].map((column) => t(`igc.many.column.${column}`));
	return (
		<section aria-labelledby="waiting-title" className="stack">
			<h2 id="waiting-title">{title}</h2>
			<p>{about}</p>
			{reply && reply.stored > 0 && (
				<p className="notice notice-success" role="status">
					{t("igc.many.done.stored", { count: reply.stored })}
				</p>
			)}
			{reply && (
				<Refusal
					title={
						reply.complaints.received ?? t("igc.many.left", { count: Object.keys(reply.complaints).length })
					}
				/>
			)}
			<form method="post" action={manyLogsPath} onSubmit={() => setBusy(true)}>
				<DataTable labelledBy="waiting-title" columns={columns}>
					{logs.map((log) => (
						<WaitingRow
							key={log.id}
							log={log}
							columns={columns}
							pilots={pilots}
							days={days}
							complaint={reply?.complaints[log.id]}
							values={reply?.values ?? {}}
						/>
					))}
				</DataTable>
				<ReceivedField {...received} reply={reply} />
				<div className="button-row mt-4">
					<SubmitButton busy={busy}>{t("igc.many.store")}</SubmitButton>
					<button type="submit" name="intent" value="discard" className="button">
						{t("igc.many.discard")}
					</button>
				</div>
			</form>
		</section>
	);
}

/** One time for the whole stick. */
function ReceivedField({
	label,
	hint,
	at,
	reply,
}: WaitingLogsProps["received"] & Pick<WaitingLogsProps, "reply">) {
	const complaint = reply?.complaints.received;
	return (
		<div className="field mt-4 mb-0 max-w-80">
			<label htmlFor="received">{label}</label>
			{complaint && (
				<p className="field-error" id="received-error">
					{complaint}
				</p>
			)}
			<input
				id="received"
				name="received"
				type="datetime-local"
				defaultValue={reply?.values.received ?? at}
				aria-invalid={complaint ? true : undefined}
				aria-describedby={complaint ? "received-error received-hint" : "received-hint"}
			/>
			<p className="field-hint" id="received-hint">
				{hint}
			</p>
		</div>
	);
}

interface WaitingRowProps extends Pick<SentLogs, "pilots" | "days"> {
	readonly log: WaitingLog;
	readonly columns: readonly string[];
	readonly complaint: string | undefined;
	/** The chosen values, by the names of the fields. */
	readonly values: Readonly<Record<string, string>>;
}

function WaitingRow({ log, columns, pilots, days, complaint, values }: WaitingRowProps) {
	const { t, language } = useTexts();
	const { id, file } = log;
	const complaintId = complaint ? `complaint-${id}` : undefined;
	const select = (field: "day" | "pilot", suggested: string) => ({
		name: `${field}-${id}`,
		"aria-label": t(`igc.many.${field}.of`, { file }),
		"aria-invalid": complaint ? true : undefined,
		"aria-describedby": complaintId,
		defaultValue: values[`${field}-${id}`] ?? suggested,
	});
	return (
		<DataRow>
			<RowHeader>
				<span className="wrap-anywhere">{file}</span>
				<LogHeader log={log} />
			</RowHeader>
			<DataCell label={columns[1]}>
				<div className="field mb-0 md:min-w-48">
					{complaint && (
						<p className="field-error" id={complaintId}>
							{complaint}
						</p>
					)}
					<select {...select("pilot", log.pilot)}>
						<option value="">{t("igc.many.pilot.none")}</option>
						{pilots.map((pilot) => (
							<option key={pilot.id} value={pilot.id}>
								{pilot.label}
							</option>
						))}
					</select>
				</div>
			</DataCell>
			<DataCell label={columns[2]}>
				<div className="field mb-0 md:min-w-64">
					<select {...select("day", log.day)}>
						<option value="">{t("igc.many.day.none")}</option>
						{days.map(({ id: dayId, name, date }) => (
							<option key={dayId} value={dayId}>
								{dayAndDate(t, { name, date }, language)}
							</option>
						))}
					</select>
				</div>
			</DataCell>
			<DataCell label={columns[3]}>
				<Signs log={log} />
			</DataCell>
		</DataRow>
	);
}

/** What the log says about itself, its take-off and landing by the local clock. */
function LogHeader({ log: { log } }: { readonly log: WaitingLog }) {
	const { language } = useTexts();
	const { date, takeOff, landing, recorder, competitionNumber, registration, pilot } = log;
	const time = (moment: number | null) => (moment === null ? "?" : formatTime(new Date(moment), language));
	const flown = takeOff === null && landing === null ? null : `${time(takeOff)} – ${time(landing)}`;
	const mark = registration && unbroken(registration);
	const said = [formatDate(date, language), flown, recorder, competitionNumber, mark, pilot];
	return <p className="muted font-normal wrap-anywhere">{said.filter(Boolean).join(" · ")}</p>;
}

/** The sign that decided, or what a person has to decide and why. */
function Signs({ log }: { readonly log: WaitingLog }) {
	const { t, language } = useTexts();
	const { doubt, why, signs, known, hasLog, day } = log;
	return (
		<div>
			{(doubt !== null || day === "") && <p className="chip chip-warning">{t("igc.many.choose")}</p>}
			<p>{why}</p>
			{(doubt === "contradiction" || doubt === "several") && (
				<ul>
					{signs.map(({ sign, pilots }) => (
						<li key={sign}>
							{sign}: {pilots}
						</li>
					))}
				</ul>
			)}
			{day === "" && <p>{t("igc.many.doubt.noDay")}</p>}
			{known.map(({ pilot, date }) => (
				<p key={`${pilot} ${date}`}>{t("igc.many.known", { pilot, date: formatDay(date, language) })}</p>
			))}
			{doubt === null && hasLog && known.length === 0 && <p className="muted">{t("igc.many.hasLog")}</p>}
		</div>
	);
}
