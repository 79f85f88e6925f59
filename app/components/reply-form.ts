import type { FormReply } from "~/lib/forms/form-action.server";
import type { Field } from "./app-form";

/**
 * A form as its last reply fills it. The server alone validates it, so that it loads no library of forms.
 * @param names of its fields
 */
export function replyForm<N extends string>(id: string, names: readonly N[], reply: FormReply | undefined) {
	const { error, initialValue, status } = reply?.submission ?? {};
	const allErrors = Object.fromEntries(
		Object.entries(error ?? {}).flatMap(([name, errors]) => (errors ? [[name, errors]] : [])),
	);
	const fieldOf = (name: N): Field => {
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
		fields: Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Readonly<Record<N, Field>>,
		/** Values for `ErrorSummary`. */
		summary: {
			form: { id, errors: allErrors[""], allErrors },
			refusals: status === "error" ? 1 : 0,
		},
	};
}
