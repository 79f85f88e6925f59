import type { TFunction } from "i18next";
import { textOf } from "~/browser/queue/queue-state";
import { SelectField } from "~/components/app-form";
import { UndoLaunch } from "~/components/desk/undo-launch";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useWaiting } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting";
import { useTexts } from "~/components/use-texts";
import { gridOrders, mostRows, widestRow } from "~/lib/desk/grid-order";
import { limits } from "~/lib/forms/limits";
import type { ClassGrid } from "./page.server";
import { PilotOnGrid, type ShownPilot } from "./pilot-on-grid";

interface ClassSectionProps {
	readonly of: ClassGrid;
	readonly day: { readonly id: string; readonly date: string };
	readonly path: string;
}

/** A class as it stands on the runway: row by row, with what the desk does there. */
export function ClassSection({ of, day, path }: ClassSectionProps) {
	const { t, classNameOf } = useTexts();
	const name = classNameOf(of.type);
	const titleId = `grid-${of.type}`;
	const { grid, launched, standing, scratched, can } = of;
	if (standing + scratched === 0) return null;
	const areAllUp = standing > 0 && launched === standing;
	return (
		<section className="stack" aria-labelledby={titleId}>
			<div className="button-row justify-between">
				<h2 id={titleId}>{name}</h2>
				<p className="button-row">
					<span className={areAllUp ? "chip status-home" : "chip"}>
						{areAllUp ? t("grid.allLaunched") : t("grid.launched", { launched, standing })}
					</span>
					{scratched > 0 && <span className="muted">{t("grid.scratchedCount", { count: scratched })}</span>}
				</p>
			</div>
			<p className="muted">{orderText(t, of)}</p>
			{can.change && (
				<div className="button-row no-print empty:hidden">
					{can.launchRow && (
						<LaunchTogether
							pilots={of.rows.flat()}
							of={of}
							day={day.id}
							path={path}
							text={t("statuses.launch", { class: name, count: standing - launched })}
						/>
					)}
					<UndoLaunch
						type={of.type}
						launch={of.lastLaunch}
						day={day.id}
						path={path}
						errorText={t("grid.error")}
					/>
				</div>
			)}
			{can.change && launched === 0 && <DrawForm of={of} day={day.id} path={path} />}
			<ol
				className={`grid gap-2 print:grid-cols-2 ${can.change ? "2xl:grid-cols-2" : "md:grid-cols-2 xl:grid-cols-3"}`}
			>
				{of.rows.map((row, index) => (
					<li
						key={row[0]?.id}
						className="card grid-row"
						aria-label={grid ? t("grid.row", { row: index + 1 }) : undefined}
					>
						{grid && (
							<div className="button-row justify-between">
								<strong className="muted text-small">{t("grid.row", { row: index + 1 })}</strong>
								{can.launchRow && (
									<LaunchTogether
										pilots={row}
										of={of}
										day={day.id}
										path={path}
										text={t("grid.launchRow", { row: index + 1 })}
									/>
								)}
							</div>
						)}
						<ul>
							{row.map((pilot) => (
								<PilotOnGrid
									key={pilot.id}
									pilot={pilot}
									day={day.id}
									path={path}
									canChange={can.change}
									canLaunch={can.launch}
								/>
							))}
						</ul>
					</li>
				))}
			</ol>
			{can.change && <NoteForm of={of} day={day.id} path={path} />}
		</section>
	);
}

function orderText(t: TFunction, { grid, width }: ClassGrid): string {
	if (!grid) return t("grid.notDrawn");
	const abreast = t("grid.abreast", { count: width });
	const made = grid.rotation === null ? t("grid.byLot") : t("grid.rotated", { count: grid.rotation });
	return `${made}, ${abreast}.`;
}

interface PartProps {
	readonly of: ClassGrid;
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
}

interface LaunchTogetherProps extends PartProps {
	readonly pilots: readonly ShownPilot[];
	readonly text: string;
}

/** One tap launches all pilots of a row who still stand there. It names them, so that an order drawn meanwhile launches nobody else. */
function LaunchTogether({ pilots, of, day, path, text }: LaunchTogetherProps) {
	const { t } = useTexts();
	const waiting = pilots.filter(({ launches, isScratched }) => launches.length === 0 && !isScratched);
	const ids = waiting.map(({ id }) => id).join(" ");
	const target = `grid-row-${day}-${ids}`;
	const isWaiting = useWaiting(target).length > 0;
	if (waiting.length === 0) return null;
	return (
		<ActionForm
			action={path}
			errorText={t("grid.error")}
			target={target}
			values={{ day, class: of.type, pilots: ids, intent: "launch-row" }}
		>
			<button type="submit" className="button no-print" data-waits={isWaiting ? "" : undefined}>
				<Icon name="flying" />
				{text}
				{isWaiting && <WaitingMark />}
			</button>
		</ActionForm>
	);
}

/** Makes the order by lot on the first day, and later from the order of the day before. */
function DrawForm({ of, day, path }: PartProps) {
	const { t } = useTexts();
	const { type, grid, width, canRotate } = of;
	const id = (field: string) => `grid-${type}-${field}`;
	return (
		<details className="no-print" open={grid === null}>
			<summary>{t(grid ? "grid.drawAgain" : "grid.draw")}</summary>
			<ActionForm
				action={path}
				errorText={t("grid.error")}
				values={{ day, class: type, version: grid?.version ?? "" }}
			>
				<div className="toolbar">
					<SelectField
						field={{ id: id("order"), name: "order", initialValue: canRotate ? "rotate" : "lot" }}
						label={t("grid.order")}
						none={null}
						options={gridOrders
							.filter((order) => canRotate || order === "lot")
							.map((order) => ({ value: order, label: t(`grid.order.${order}`) }))}
					/>
					{canRotate && (
						<div className="field">
							<label htmlFor={id("rows")}>{t("grid.rows")}</label>
							<input id={id("rows")} name="rows" type="number" min={0} max={mostRows} defaultValue={1} />
						</div>
					)}
					<div className="field">
						<label htmlFor={id("width")}>{t("grid.width")}</label>
						<input
							id={id("width")}
							name="width"
							type="number"
							min={1}
							max={widestRow}
							defaultValue={width}
							required
						/>
					</div>
					<button type="submit" className="button" name="intent" value="draw">
						{t(grid ? "grid.drawAgain" : "grid.draw")}
					</button>
				</div>
			</ActionForm>
		</details>
	);
}

/** Rare and with a text, so it has no place in the rows. */
function NoteForm({ of, day, path }: PartProps) {
	const { t } = useTexts();
	const id = (field: string) => `note-${of.type}-${field}`;
	const target = `note-${day}-${of.type}`;
	const waiting = useWaiting(target).map((item) => textOf(item, "intent"));
	return (
		<details className="no-print">
			<summary>{t("grid.note")}</summary>
			<ActionForm action={path} errorText={t("grid.error")} target={target} choice="pilot" values={{ day }}>
				<div className="toolbar">
					<SelectField
						field={{ id: id("pilot"), name: "pilot" }}
						label={t("outlanding.field.pilot")}
						none={null}
						options={of.rows
							.flat()
							.map((pilot) => ({ value: pilot.id, label: `${pilot.startNumber} ${pilot.fullName}` }))}
					/>
					<div className="field">
						<label htmlFor={id("reason")}>{t("grid.reasonOrRemark")}</label>
						<input id={id("reason")} name="reason" maxLength={limits.reason} />
					</div>
					{(["scratch", "remark"] as const).map((intent) => {
						const isWaiting = waiting.includes(intent);
						return (
							<button
								key={intent}
								type="submit"
								className="button"
								name="intent"
								value={intent}
								data-waits={isWaiting ? "" : undefined}
								onClick={({ currentTarget: { form, dataset } }) => {
									const reason = form?.elements.namedItem("reason");
									if (!(reason instanceof HTMLInputElement)) return;
									const words = reason.value.trim();
									const isMissing = intent === "scratch" && words === "";
									reason.setCustomValidity(isMissing ? t("grid.reasonMissing") : "");
									// The form is empty again before the server has answered: what was written is said with it.
									dataset.label = `${t(`grid.${intent}`)}${words && `: ${words}`}`;
								}}
							>
								{t(`grid.${intent}`)}
								{isWaiting && <WaitingMark />}
							</button>
						);
					})}
				</div>
			</ActionForm>
		</details>
	);
}
