import { type Field, SelectField } from "~/components/app-form";
import type { HoldingChoice } from "~/lib/entries/holding-choice.server";

interface HoldsFromProps {
	readonly field: Field;
	readonly choice: HoldingChoice;
}

/** The day from which a change holds. */
export function HoldsFrom({ field, choice: { label, hint, options } }: HoldsFromProps) {
	return <SelectField field={field} label={label} hint={hint} none={null} options={options} />;
}
