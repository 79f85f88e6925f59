import { ActionForm } from "~/components/queue/action-form";
import { useTexts } from "~/components/use-texts";
import { limits } from "~/lib/forms/limits";
import type { GridPage } from "./page.server";

interface OwnPlaceProps {
	readonly own: NonNullable<GridPage["own"]>;
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
}

/** A pilot who does not fly says so, and why; the desk reads it. */
export function OwnPlace({ own, day, path }: OwnPlaceProps) {
	const { t } = useTexts();
	if (!own.canChange) return null;
	const form = {
		action: path,
		errorText: t("grid.error"),
		target: `scratch-${day}-${own.id}`,
		values: { day, pilot: own.id },
	};
	if (own.isScratched) {
		return (
			<section className="notice notice-info no-print" aria-labelledby="own-place">
				<h2 id="own-place" className="notice-title">
					{t("grid.own.scratched")}
				</h2>
				<p>{own.scratchReason}</p>
				{own.isScratchedByDesk ? (
					<p>{t("server.scratched-by-desk")}</p>
				) : (
					<ActionForm {...form}>
						<button type="submit" className="button" name="intent" value="unscratch">
							{t("grid.own.unscratch")}
						</button>
					</ActionForm>
				)}
			</section>
		);
	}
	return (
		<details className="no-print">
			<summary>{t("grid.own.scratch")}</summary>
			<ActionForm {...form}>
				<div className="field">
					<label htmlFor="own-reason">{t("grid.reason")}</label>
					<input id="own-reason" name="reason" required maxLength={limits.reason} />
					<p className="field-hint">{t("grid.reason.hint")}</p>
				</div>
				<button type="submit" className="button" name="intent" value="scratch">
					{t("grid.own.scratch")}
				</button>
			</ActionForm>
		</details>
	);
}
