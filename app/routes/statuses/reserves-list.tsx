import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useTexts } from "~/components/use-texts";
import type { BoardReserve } from "./page.server";

interface ReservesListProps {
	/** Id of the day. */
	readonly day: string;
	readonly reserves: readonly BoardReserve[];
	/** The buttons' forms post to it and return to it. */
	readonly path: string;
}

/** The reserves, for organisers on duty. A reserve is expected on the days to which they add it. */
export function ReservesList({ day, reserves, path }: ReservesListProps) {
	const { t } = useTexts();
	if (reserves.length === 0) return null;
	return (
		<section className="section no-print" aria-labelledby="reserves-title">
			<h2 id="reserves-title">{t("statuses.reserves")}</h2>
			<p className="muted">{t("statuses.reserves.hint")}</p>
			<ul className="lined @container mt-4">
				{reserves.map((reserve) => (
					<li key={reserve.id} className="button-row justify-between">
						<span className="numbered flex-[1_1_8rem]">
							<span className="start-number">{reserve.startNumber}</span>{" "}
							<strong id={`reserve-${reserve.id}`}>{reserve.fullName}</strong>
						</span>
						{reserve.flown ? (
							<span className="muted">{t("statuses.reserves.flown")}</span>
						) : (
							<ReserveForm day={day} reserve={reserve} path={path} />
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

interface ReserveFormProps {
	readonly day: string;
	readonly reserve: BoardReserve;
	readonly path: string;
}

function ReserveForm({ day, reserve, path }: ReserveFormProps) {
	const { t } = useTexts();
	const { id, onDay } = reserve;
	return (
		<ActionForm action={path} errorText={t("competitorStatus.update.error")} values={{ day, reserve: id }}>
			<button
				type="submit"
				className="button"
				name="intent"
				value={onDay ? "remove-reserve" : "add-reserve"}
				aria-describedby={`reserve-${id}`}
			>
				<Icon name={onDay ? "cross" : "plus"} />
				{t(onDay ? "statuses.reserves.remove" : "statuses.reserves.add")}
			</button>
		</ActionForm>
	);
}
