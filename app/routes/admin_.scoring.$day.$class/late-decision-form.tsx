import { type ComponentProps, lazy, Suspense } from "react";
import { DecisionForm } from "./decision-form";

/** The server renders the form with its page; in the browser its scripts come after those of the page. */
const Form = import.meta.env.SSR
	? DecisionForm
	: lazy(async () => ({ default: (await import("./decision-form")).DecisionForm }));

/** The form of one competitor on the desk of a class, which most visits of the desk do without. */
export function LateDecisionForm(props: ComponentProps<typeof DecisionForm>) {
	return (
		<Suspense>
			<Form {...props} />
		</Suspense>
	);
}
