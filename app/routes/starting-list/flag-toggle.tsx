import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "~/components/use-hydrated";

interface FlagToggleProps {
	readonly id: string;
	readonly fullName: string;
	readonly flag: "accepted" | "isReserve" | "paid";
	readonly value: boolean;
}

/** One click that flips one flag of an entry; the button shows the new state before the server has said so. */
export function FlagToggle({ id, fullName, flag, value }: FlagToggleProps) {
	const { t } = useTranslation();
	const fetcher = useFetcher({ key: `${flag}-${id}` });
	const hydrated = useHydrated();
	const sent = fetcher.formData?.get(flag);
	const pressed = sent ? sent === "true" : value;
	return (
		<fetcher.Form method="post" preventScrollReset>
			<input type="hidden" name="intent" value="flag" />
			<input type="hidden" name="entry" value={id} />
			<input type="hidden" name={flag} value={String(!pressed)} />
			{/* Without scripts the page comes back at this row. */}
			{!hydrated && <input type="hidden" name="row" value={id} />}
			<button type="submit" className="button" aria-pressed={pressed}>
				{t(`startingList.flag.${flag}`)}
				<span className="sr-only">: {fullName}</span>
			</button>
		</fetcher.Form>
	);
}
