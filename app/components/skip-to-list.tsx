import { useTexts } from "~/components/use-texts";

/** The id of the rows that `SkipToList` leads to. A page has one such list. */
export const listId = "list";

/** Leads a keyboard past choices and heads to the first row. */
export function SkipToList({ to = listId }: { readonly to?: string }) {
	const { t } = useTexts();
	return (
		<a className="skip-link" href={`#${to}`}>
			{t("list.skip")}
		</a>
	);
}
