import { type ComponentProps, lazy, Suspense } from "react";
import { NewsForm } from "~/components/news-form";

/** The server renders the form with its page; in the browser its scripts come after those of the page. */
const Form = import.meta.env.SSR
	? NewsForm
	: lazy(async () => ({ default: (await import("~/components/news-form")).NewsForm }));

/** The form on a page that everybody reads and few write on: nobody else loads its library. */
export function LateNewsForm(props: ComponentProps<typeof NewsForm>) {
	return (
		<Suspense>
			<Form {...props} />
		</Suspense>
	);
}
