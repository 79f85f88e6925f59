import { useTexts } from "~/components/use-texts";
import { type ChangedField, changeText } from "~/lib/entries/requested-change";

/** What a competitor wants an accepted entry to be, field by field. */
export function RequestedChange({ changes }: { readonly changes: readonly ChangedField[] }) {
	const { t, classNameOf } = useTexts();
	return (
		<ul>
			{changes.map(({ field, before, after }) => (
				<li key={field}>
					{t(`startingList.change.${field}`)}: {changeText(t, classNameOf, field, before)} →{" "}
					<strong>{changeText(t, classNameOf, field, after)}</strong>
				</li>
			))}
		</ul>
	);
}
