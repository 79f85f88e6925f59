import { useTexts } from "~/components/use-texts";

/** Tells a helper whose link has ended why the buttons of the desk are gone, until the helper has seen it. */
export function DutyOver() {
	const { t } = useTexts();
	return (
		<section className="notice notice-warning no-print" aria-labelledby="duty-over">
			<p className="notice-title" id="duty-over">
				{t("error.duty.title")}
			</p>
			<p>{t("server.duty-over")}</p>
			<form method="post" action="/duty" className="mt-3">
				<button type="submit" className="button" name="intent" value="end">
					{t("dutyOver.close")}
				</button>
			</form>
		</section>
	);
}
