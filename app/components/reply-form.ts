import type { FormReply } from "~/lib/forms/form-action.server";
import type { Complaints, Field } from "./app-form";

/**
 * A form that the server alone validates, as its last reply fills it: for the pages that hydrate without a form of their own, so that they
 * load no library of forms.
 */
export function replyForm<Name extends string>(
	id: string,
	names: readonly Name[],
	reply: FormReply | undefined,
): {
	readonly fields: Readonly<Record<Name, Field>>;
	readonly summary: { readonly form: Complaints; readonly refusals: number };
} {
	const { error, initialValue, status } = reply?.submission ?? {};
	const allErrors = Object.fromEntries(
		Object.entries(error ?? {}).flatMap(([name, errors]) => (errors ? [[name, errors]] : [])),
	);
	const fieldOf = (name: Name): Field => {
		const value = initialValue?.[name];
		return {
			id: `${id}-${name}`,
			name,
			errorId: `${id}-${name}-error`,
			errors: allErrors[name],
			initialValue: typeof value === "string" ? value : undefined,
		};
	};
	return {
		fields: Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<Name, Field>,
		summary: { form: { id, errors: allErrors[""], allErrors }, refusals: status === "error" ? 1 : 0 },
	};
}
