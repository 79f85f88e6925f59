import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatClock } from "~/lib/i18n/format-dates";
import type { DeskRow } from "./scoring-desk.server";

/** Overrides and penalties of a competitor. An empty field leaves the flight as it was evaluated. */
export function DecisionForm({ row }: { readonly row: DeskRow }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { registrationId: id, override, penalties } = row;
	const clock = (iso: string | null | undefined) => (iso ? formatClock(new Date(iso), language) : "");
	const proposed = row.findings.find(({ proposedPoints }) => proposedPoints > 0)?.proposedPoints;
	return (
		<Form method="post" className="form-grid" autoComplete="off">
			<input type="hidden" name="registrationId" value={id} />
			<Field row={id} name="start" defaultValue={clock(override?.start)} placeholder="12:34:56" />
			<Field row={id} name="finish" defaultValue={clock(override?.finish)} placeholder="15:34:56" />
			<Field
				row={id}
				name="distanceKm"
				inputMode="decimal"
				defaultValue={override?.distanceM ? override.distanceM / 1000 : ""}
			/>
			<Field
				row={id}
				name="time"
				defaultValue={override?.timeS ? hoursOf(override.timeS) : ""}
				placeholder="3:00:00"
			/>
			<Field row={id} name="handicap" inputMode="decimal" defaultValue={override?.handicap ?? ""} />
			<Check row={id} name="out" defaultChecked={override?.out === true} />
			<Check row={id} name="disqualified" defaultChecked={row.status === "dsq"} />
			<Check row={id} name="guest" defaultChecked={row.guest} />
			<Field row={id} name="penaltyPoints" inputMode="decimal" placeholder={proposed?.toString()} />
			<Field row={id} name="penaltyText" maxLength={300} />
			{penalties.length > 0 && <Check row={id} name="clearPenalties" />}
			<Field row={id} name="reason" required maxLength={300} />
			<button type="submit" className="button button-primary" name="intent" value="decide">
				{t("scoringAdmin.save")}
			</button>
		</Form>
	);
}

type InputProps = ComponentProps<"input"> & { readonly row: string; readonly name: string };

function Field({ row, name, ...input }: InputProps) {
	const { t } = useTranslation();
	const id = `${name}-${row}`;
	return (
		<div className="field">
			<label htmlFor={id}>{t(`scoringAdmin.field.${name}`)}</label>
			<input id={id} name={name} {...input} />
		</div>
	);
}

function Check({ row, name, ...input }: InputProps) {
	const { t } = useTranslation();
	const id = `${name}-${row}`;
	return (
		<div className="field field-check">
			<input id={id} name={name} type="checkbox" {...input} />
			<label htmlFor={id}>{t(`scoringAdmin.field.${name}`)}</label>
		</div>
	);
}

/** `3:00:00` */
function hoursOf(seconds: number): string {
	const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
	return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
}
