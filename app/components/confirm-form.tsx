import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";

interface ConfirmFormProps {
	readonly title: string;
	readonly children: ReactNode;
	readonly button: string;
	/** Path of the next page, confirmed or not. */
	readonly returnTo: string;
}

/** Confirms an action that cannot be undone, or only for a while. A page of its own, so that it works without scripts. */
export function ConfirmForm({ title, children, button, returnTo }: ConfirmFormProps) {
	const { t } = useTexts();
	return (
		<form method="post" className="narrow stack">
			<h1>{title}</h1>
			<div className="notice notice-warning">{children}</div>
			<input type="hidden" name="returnTo" value={returnTo} />
			<div className="button-row">
				<button type="submit" className="button button-danger">
					{button}
				</button>
				<a className="button" href={returnTo}>
					{t("confirm.cancel")}
				</a>
			</div>
		</form>
	);
}
