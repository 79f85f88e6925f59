import { HiddenValues } from "~/components/hidden-values";
import { useTexts } from "~/components/use-texts";

interface TakeBackProps {
	/** Name of what is cancelled. */
	readonly children: string;
	/** Local time until which it can be taken back. */
	readonly until: string;
	/** Mails that go after it. */
	readonly mails: number;
	/** Fields of the form: id and version. */
	readonly fields: Readonly<Record<string, string | number>>;
}

/** A cancellation whose mails still wait, and the tap that takes it back. */
export function TakeBack({ children, until, mails, fields }: TakeBackProps) {
	const { t } = useTexts();
	const values = { count: mails, time: until };
	return (
		<form method="post" className="notice notice-warning">
			<p>
				<strong>{children}</strong>{" "}
				{mails > 0 ? t("cancellation.open.mails", values) : t("cancellation.open.noMails", values)}
			</p>
			<HiddenValues values={fields} />
			<button type="submit" className="button mt-2" name="intent" value="take-back">
				{t("cancellation.takeBack")}
			</button>
		</form>
	);
}
