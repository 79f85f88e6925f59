export type HiddenValue = string | number | null | undefined;

/** Hidden fields by their names; one without a value is left out. */
export function HiddenValues({ values }: { readonly values: Readonly<Record<string, HiddenValue>> }) {
	return Object.entries(values).map(
		([name, value]) =>
			value !== undefined && value !== null && <input key={name} type="hidden" name={name} value={value} />,
	);
}
