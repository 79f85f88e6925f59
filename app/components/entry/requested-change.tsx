import { unbroken } from "~/components/pilot-marks";
import { useTexts } from "~/components/use-texts";
import { type ChangedField, changeText } from "~/lib/entries/requested-change";

/** What a competitor wants an accepted entry to be, field by field. */
export function RequestedChange({ changes }: { readonly changes: readonly ChangedField[] }) {
	const { t, classNameOf } = useTexts();
	const textOf = (field: string, value: string) => {
		const text = changeText(t, classNameOf, field, value);
		return field === "registrationNumber" ? unbroken(text) : text;
	};
	return (
		<ul>
			{changes.map(({ field, before, after }) => (
				<li key={field}>
					{t(`startingList.change.${field}`)}: {textOf(field, before)} →{" "}
					<strong>{textOf(field, after)}</strong>
				</li>
			))}
		</ul>
	);
}
